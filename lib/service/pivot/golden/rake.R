# Weights that bring two margins to their targets, by survey::rake (T. Lumley), to compare ours with:
#   Rscript rake.R nonvoters.csv > rake.txt
# Each line: gender, education, the weight of everybody in that cell. Weights sum to the respondents.
library(survey)

answers <- read.csv(commandArgs(trailingOnly = TRUE)[1], na.strings = "NA")
n <- nrow(answers)
design <- svydesign(ids = ~1, weights = ~rep(1, n), data = answers)
gender <- data.frame(gender = c("Female", "Male"), Freq = n * c(0.52, 0.48))
education <- data.frame(educ = c("College", "High school or less", "Some college"), Freq = n * c(0.3, 0.45, 0.25))
raked <- rake(design, list(~gender, ~educ), list(gender, education), control = list(maxit = 1000, epsilon = 1e-12, verbose = FALSE))
cells <- unique(data.frame(answers$gender, answers$educ, weights(raked)))
cells <- cells[order(cells[[1]], cells[[2]]), ]
for (at in seq_len(nrow(cells)))
  cat(as.character(cells[at, 1]), as.character(cells[at, 2]), sprintf("%.15g\n", cells[at, 3]), sep = "\t")
