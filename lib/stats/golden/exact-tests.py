# Barnard's test of the tables of exact-tests.txt, by SciPy:
#   python3 exact-tests.py < exact-tests.txt > exact-tests-scipy.txt
import sys

import scipy
from scipy.stats import barnard_exact

print("version", "SciPy " + scipy.__version__, sep="\t")
for line in sys.stdin:
    kind, *cells = line.rstrip("\n").split("\t")
    if kind != "barnard":
        continue
    x, m, y, n = (int(each) for each in cells[:4])
    p = barnard_exact([[x, y], [m - x, n - y]], n=256).pvalue
    print("barnard", *cells[:4], "%.15g" % p, sep="\t")
