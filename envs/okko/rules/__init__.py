"""The rules of Okko Chronicles, in the order of RULES.md.

`run` moves the game: it carries on the task on top until somebody is asked. Each module does one chapter.
"""
