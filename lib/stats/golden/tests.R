# Tests of two proportions and of two means, and adjustments for having made several, by R:
#   Rscript tests.R > tests.txt
# proportions: successes and trials of both, z of the pooled test, its p (prop.test without correction), z and p with
# the unpooled variance (of which prop.test makes its interval), the ends of that interval of the difference at 95%.
number <- function(x) sprintf("%.15g", x)
write <- function(...) cat(paste(c(...), collapse = "\t"), "\n", sep = "")

for (each in list(c(129, 136, 70, 82), c(15, 100, 32, 120), c(2, 40, 12, 41), c(500, 1000, 540, 1000), c(2, 2000, 14, 1900),
                  c(45, 45, 20, 40), c(0, 60, 12, 60))) {
  test <- suppressWarnings(prop.test(each[c(1, 3)], each[c(2, 4)], correct = FALSE))
  p <- each[c(1, 3)] / each[c(2, 4)]
  z <- sign(p[1] - p[2]) * sqrt(unname(test$statistic))
  unpooled <- (p[1] - p[2]) / sqrt(sum(p * (1 - p) / each[c(2, 4)]))
  write("proportions", number(each), number(z), number(test$p.value), number(unpooled), number(2 * pnorm(-abs(unpooled))),
        number(test$conf.int))
}

# means: mean, variance and size of both, t, degrees of freedom and p of Welch's test.
set.seed(20)
for (each in list(c(12, 15, 0.4), c(40, 35, 1), c(200, 20, 0.1))) {
  a <- round(rnorm(each[1], 5, 2), 2); b <- round(rnorm(each[2], 5 + each[3], 3), 2)
  test <- t.test(a, b)
  write("means", number(c(mean(a), var(a), length(a), mean(b), var(b), length(b), test$statistic, test$parameter, test$p.value)))
}

# adjusted: the p-values, then those of p.adjust.
ps <- c(0.0004, 0.012, 0.03, 0.0301, 0.2, 0.49, 0.05, 1)
write("given", number(ps))
for (method in c("bonferroni", "BH")) write(method, number(p.adjust(ps, method)))

# normal: z and its two-sided p.
for (z in c(0, 0.1, 1, 1.2815515655446, 1.64485362695147, 1.95996398454005, 2.5, 4, 6, 10, 30)) write("normal", number(c(z, 2 * pnorm(-z))))
