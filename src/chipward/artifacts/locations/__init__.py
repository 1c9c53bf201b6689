"""How a syntax says where a line came from. A reader never raises: what it does not know yields nothing."""
