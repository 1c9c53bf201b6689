"""A second of plain Python, and its imports; prints nothing. The whole run is timed from outside."""

import json
import re
from collections import Counter

words = re.findall(r"\w+", " ".join(f"line {number} becomes line {number * 7 % 1000}" for number in range(60_000)))
counted = Counter(words)
for _ in range(6):
    counted.update(json.loads(json.dumps(words)))
