"""Artifacts: what each kind of text is, how it says where its lines came from, and how lines are joined."""
