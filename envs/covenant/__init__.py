"""Trick conflicts of the mages' covenant: the rules are in RULES.md, the environment in ``shugyo.envs.covenant_v0``."""
