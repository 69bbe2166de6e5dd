"""Training on the environments with other libraries, and without any; see the README beside this file."""
