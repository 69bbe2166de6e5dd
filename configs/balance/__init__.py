"""Balance studies: each asks a question in its first comment. `shugyo balance NAME` makes one."""
