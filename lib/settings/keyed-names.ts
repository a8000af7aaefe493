import type { KeyedService, KeyKind } from "@/lib/contracts/interface-list";

/** Interfaces that are called with a key, as a person says them. */
export const keyedNames: Record<KeyedService, string> = {
  activation: "Duplicate check",
  analysis: "Trends",
  pivot: "Pivot",
  fielding: "Fielding",
  quality: "Respondent quality",
  fraud: "Fraud checks",
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
