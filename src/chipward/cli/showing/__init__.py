"""A trace in the terminal: what is asked for, as a value for programs and as text for people."""
