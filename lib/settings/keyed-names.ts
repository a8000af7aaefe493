import type { KeyKind, KeyScope } from "@/lib/contracts/interface-list";

/** What keys are for, as a person says it. */
export const keyedNames: Record<KeyScope, string> = {
  activation: "Duplicate check",
  analysis: "Trends",
  pivot: "Tables",
  fielding: "Fielding",
  quality: "Respondent quality",
  fraud: "Fraud checks",
  demand: "Service account",
  scim: "Users (SCIM)",
};

/** What is less plain than its name. */
export const scopeHints: Partial<Record<KeyScope, string>> = {
  demand: "Calls the survey demand interface as no person, with limits of its own.",
  scim: "Lets your directory add and disable the users of this account.",
};

/** Kinds of key, as a person says them. */
export const keyKindNames: Record<KeyKind, string> = {
  private: "Private",
  public: "Public",
  publishable: "Publishable",
};

/** Where each kind of key may be kept. */
export const keyKindHints: Record<KeyKind, string> = {
  private: "Keep it secret: for servers and scripts.",
  public: "May stand in a page that anybody reads: it can do only what is safe there.",
  publishable: "May stand in a page that anybody reads: it can do only what is safe there.",
};
