"""The `shugyo` command, one file per subcommand."""
