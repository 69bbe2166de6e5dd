"""Tournaments that come with the suite, as TOML: `shugyo tournament NAME`."""
