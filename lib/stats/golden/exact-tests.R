# Exact tests of two shares, by R:
#   Rscript exact-tests.R > exact-tests.txt
# fisher: chosen and size of both, p of fisher.test. barnard: the same by the definition below, for which Debian has no
# package: the greatest probability, over all common shares, of a pooled z at least as far from 0 (as Exact's
# exact.test(method = "z-pooled") and Barnard's barnard.test have it).
number <- function(x) sprintf("%.15g", x)
write <- function(...) cat(paste(c(...), collapse = "\t"), "\n", sep = "")
write("version", R.version.string)
set.seed(1935)

# Both sizes of every order up to `most`; shares of which many are near 0 or 1, in half of the tables equal.
draw <- function(most) {
  n <- round(exp(runif(2, 0, log(most))))
  share <- rbeta(2, 0.4, 0.4)
  if (runif(1) < 0.5) share[2] <- share[1]
  chosen <- rbinom(2, n, share)
  c(chosen[1], n[1], chosen[2], n[2])
}

fisher <- function(x) fisher.test(matrix(c(x[1], x[2] - x[1], x[3], x[4] - x[3]), 2), conf.int = FALSE)$p.value
extremes <- list(c(0, 1, 0, 1), c(1, 1, 0, 1), c(0, 5, 5, 5), c(0, 40, 12, 41), c(45, 45, 20, 40), c(0, 1000, 3, 2000),
                 c(100000, 100000, 99995, 100000), c(3, 1000000, 12, 1000000), c(4, 20, 900000, 2000000))
for (each in c(extremes, replicate(200, draw(5000), simplify = FALSE))) write("fisher", number(each), number(fisher(each)))

barnard <- function(x) {
  m <- x[2]; n <- x[4]
  z <- function(i, j) {
    p <- (i + j) / (m + n)
    v <- p * (1 - p) * (1 / m + 1 / n)
    ifelse(v > 0, (i / m - j / n) / sqrt(pmax(v, 1e-300)), 0)
  }
  isFar <- abs(outer(0:m, 0:n, z)) >= abs(z(x[1], x[3])) - 1e-9
  of <- function(p) sum(dbinom(0:m, m, p) * as.vector(isFar %*% dbinom(0:n, n, p)))
  grid <- seq(0, 1, length.out = 4001)
  at <- vapply(grid, of, 0)
  peaks <- which(at >= c(0, head(at, -1)) & at >= c(tail(at, -1), 0))
  sharp <- vapply(peaks, function(i) optimise(of, grid[c(max(1, i - 1), min(4001, i + 1))], maximum = TRUE, tol = 1e-10)$objective, 0)
  min(1, max(at, sharp))
}
lopsided <- list(c(1, 3, 40, 600), c(0, 12, 30, 400), c(5, 25, 3, 600), c(2, 30, 8, 600), c(28, 30, 595, 600), c(1, 9, 2, 1900))
for (each in c(head(extremes, 5), lopsided, replicate(60, draw(120), simplify = FALSE)))
  write("barnard", number(each), number(barnard(each)))
