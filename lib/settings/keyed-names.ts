import type { KeyedInterface, KeyKind } from "@/lib/contracts/interface-list";

/** Names of the interfaces that are called with a key, as people know them. */
export const keyedNames: Record<KeyedInterface, string> = {
  activation: "Duplicate check",
  analysis: "Trends",
  pivot: "Pivot",
};

/** Names of the kinds of key. */
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
