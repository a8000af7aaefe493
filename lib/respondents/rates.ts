import type { ExclusionRule } from "@/lib/contracts/terms/respondents";

/** What is known of how often a rule is right. */
export type RuleRate = {
  /** `ours`: measured with labelled data; `published`: in a study of others; `none`: nobody has measured it here. */
  from: "ours" | "published" | "none";
  says: string;
};

const notMeasured = (says = "No labelled data say how often it is right."): RuleRate => ({ from: "none", says });
const measured = (says: string): RuleRate => ({ from: "ours", says });

/**
 * Error rates of the checks of the built-in quality service, as `lib/service/quality/README.md` has them in full with
 * their intervals. Another service's checks are others.
 */
export const ruleRates: Record<ExclusionRule, RuleRate> = {
  total: notMeasured("It joins the checks below: it is as right as they are."),
  OES: notMeasured("It joins the categories below: it is as right as they are."),
  TS: {
    from: "published",
    says: "With limits at half and a third of the median, 85% of those suspected in one labelled study were careless, and 23% of the careless were found.",
  },
  GQS: {
    from: "published",
    says: "With two of four signs, 81% of those suspected in one labelled study were careless, and 20% of the careless were found.",
  },
  CHS: notMeasured("A contradiction stands in two answers to read; how often it is a slip is not known."),
  BAS: notMeasured("Dictation and assistive technology can look alike."),
  AI_SUSPECT: notMeasured("Who wrote elsewhere and pasted looks the same."),
  BAD_LANGUAGE: measured(
    "Flags 39 of 100 harmless tweets in English, 4 of 100 in French, none of 175 in German; finds 8% to 69% of abusive ones. Needs a person.",
  ),
  OFF_TOPIC: measured("Flags 1 of 374, 12 of 376 and 1 of 55 answers to their own question; finds 7% to 29%."),
  NO_ANSWER: measured("Flags 0 of 441 valid answers (up to 0.9%); finds 12 of 34 that say nothing."),
  WRONG_LANGUAGE: measured(
    "Flags 0 of 500 sentences (up to 0.8%); finds 96% to 100% of sentences, and of single words 11%, those in other scripts.",
  ),
  GIBBERISH: measured("Flags 0 of 475 open answers and 1% of single words; finds 99% of random strings."),
  DUPLICATE_ANSWER: measured("Finds all of 200 edited copies; how many honest answers it flags is not measured."),
  DUPLICATE_RESPONDENT: notMeasured("It needs two answers like those of one other respondent."),
};

export const rateNames: Record<RuleRate["from"], string> = {
  ours: "Measured",
  published: "Published",
  none: "Not measured",
};

/** "Measured, of the built-in check: flags …". */
export function rateText(rule: ExclusionRule): string {
  const { from, says } = ruleRates[rule];
  const of = from === "ours" ? ", of the built-in check" : "";
  return `${rateNames[from]}${of}. ${says}`;
}
