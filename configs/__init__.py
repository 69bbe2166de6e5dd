"""TOML that ships with the suite: game content, training runs, tournaments, balance studies."""
