# Figures of cross tables by R and its package survey (T. Lumley), to compare ours with:
#   Rscript tables.R nonvoters.csv > tables.txt
# Each line: table, row path, column path, measure, value. Levels of a path stand between " > "; a total's is shorter.
library(survey)

answers <- read.csv(commandArgs(trailingOnly = TRUE)[1], na.strings = "NA")
answers$unweighted <- 1
say <- function(table, row, column, measure, value)
  cat(table, row, column, measure, if (is.na(value)) "NA" else sprintf("%.15g", value), sep = "\t", fill = FALSE)
line <- function(...) { say(...); cat("\n") }
path <- function(labels) paste(labels, collapse = " > ")

# A two-way table of counts, with totals.
for (weight in c("unweighted", "weight")) {
  design <- svydesign(ids = ~1, weights = reformulate(weight), data = answers)
  counts <- addmargins(svytable(~ voter_category + educ, design))
  for (row in rownames(counts)) for (column in colnames(counts))
    line("two-way", sub("^Sum$", "", row), sub("^Sum$", "", column), weight, counts[row, column])
}

# A multiple-choice set: an option each, and everybody who chose any of them, once.
options <- paste0("Q28_", 1:8)
chosen <- answers[, options] == 1 & !is.na(answers[, options])
answers$any <- rowSums(chosen) > 0
for (weight in c("unweighted", "weight")) {
  for (group in c("", sort(unique(answers$voter_category)))) {
    here <- answers$any & (group == "" | answers$voter_category == group)
    design <- svydesign(ids = ~1, weights = reformulate(weight), data = answers[here, ])
    line("multiple", "", group, weight, coef(svytotal(~any, design))[["anyTRUE"]])
    for (at in seq_along(options)) {
      flag <- chosen[here, at] + 0
      line("multiple", options[at], group, weight, coef(svytotal(~flag, update(design, flag = flag)))[[1]])
    }
  }
}

# Means and standard deviations by group: an amount, and a scale whose refusals (-1) are left out.
# svyvar is sum w (x - m)^2 / sum w * n / (n - 1), as ours. cov.wt's "unbiased" takes 1 / (1 - sum of squared shares)
# in the place of n / (n - 1); it is here so that the difference is known, too.
means <- function(table, variable, groups) {
  answers$x <- answers[[variable]]
  answers <- answers[!is.na(answers$x) & answers$x != -1, ]
  for (weight in c("unweighted", "weight")) {
    for (group in c("", sort(unique(answers[[groups]])))) {
      here <- answers[group == "" | answers[[groups]] == group, ]
      design <- svydesign(ids = ~1, weights = reformulate(weight), data = here)
      line(table, group, "", paste(weight, "mean"), coef(svymean(~x, design))[[1]])
      line(table, group, "", paste(weight, "deviation"), sqrt(svyvar(~x, design)[1]))
      line(table, group, "", paste(weight, "base"), nrow(here))
      w <- here[[weight]]
      line(table, group, "", paste(weight, "effective base"), sum(w)^2 / sum(w^2))
      line(table, group, "", paste(weight, "cov.wt deviation"), sqrt(cov.wt(cbind(here$x), wt = w / sum(w))$cov[1]))
    }
  }
}
means("ages", "ppage", "educ")
means("scale", "Q8_1", "race")

# Counts of three dimensions, at every level.
levels <- list(character(), "gender", c("gender", "race"), c("gender", "race", "voter_category"))
for (weight in c("unweighted", "weight")) for (by in levels) {
  if (length(by) == 0) { line("three", "", "", weight, sum(answers[[weight]])); next }
  sums <- aggregate(answers[[weight]], answers[by], sum)
  for (at in seq_len(nrow(sums))) line("three", path(sapply(by, function(of) as.character(sums[at, of]))), "", weight, sums$x[at])
}
