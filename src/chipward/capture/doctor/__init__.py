"""What this machine can do for each target, found out without importing or running what is looked at."""
