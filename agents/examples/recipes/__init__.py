"""One file a library, with what it needs at its top; `make test-recipes` runs each in an environment of its own."""
