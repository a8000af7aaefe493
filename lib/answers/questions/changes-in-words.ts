import type { QuestionsChange, QuestionsChangeName } from "@/lib/contracts/ours/question-changes";

const names: Record<QuestionsChangeName, string> = {
  text: "Text",
  kind: "Kind",
  missing: "Missing codes",
  restore: "Restored answers",
  values: "Values",
  order: "Order of options",
  options: "Options",
  copy: "Copied set-up",
  grid: "Grid",
  group: "Group",
  ungroup: "Ungroup",
  merge: "Merged options",
};

const idsOf = (change: QuestionsChange): string[] => ("ids" in change ? change.ids : [change.id]);

/** Changes of questions in a line: “Kind, Values of 12 questions”. */
export function changesInWords(changes: readonly QuestionsChange[]): string {
  const kinds = [...new Set(changes.map(({ change }) => names[change]))];
  const ids = [...new Set(changes.flatMap(idsOf))];
  const [only] = ids;
  const of = ids.length === 1 ? `“${only}”` : `${ids.length.toLocaleString("en")} questions`;
  return `${kinds.join(", ")} of ${of}`.slice(0, 300);
}
