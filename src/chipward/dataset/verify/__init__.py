"""Finds every quote again in its source and writes down what it saw.

``judge`` compares words with a text and touches nothing else. ``shelves`` are the places where
texts are kept: released packages, clones, the web. ``run`` brings the two together.
"""
