"""The kernels of the search. An entry point is compiled anew if a file of this folder changes: nothing else is here."""
