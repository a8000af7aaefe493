import type { Question } from "../interfaces/answers";
import type { MissingKind } from "../terms/answers";
import { validOptions } from "./answer-cells";
import { nameKey, optionNames } from "./option-names";

/** What the rows and columns that a question makes are called in tables, and in filters that name one of them. */
export type RowNames = {
  /** Of an option by its name; of a code that no option has any more by the code. */
  option: (code: number) => string;
  missing: Record<MissingKind, string>;
};

export const missingNames: Record<MissingKind, string> = { no_answer: "No answer", not_asked: "Not asked" };

/** Where an option has such a name or label, the option keeps it, and the row beside it says more. */
export function rowNames(question: Pick<Question, "options" | "missing">): RowNames {
  const names = optionNames(question.options);
  // An option that counts as no answer has no row that could be taken for theirs.
  const valid = validOptions(question);
  const taken = new Set(valid.flatMap(({ code, label }) => [nameKey(label), nameKey(names.get(code) ?? label)]));
  const beside = (name: string, more: string): string => {
    if (!taken.has(nameKey(name))) return name;
    let [form, longer] = [1, `${name} (${more})`];
    while (taken.has(nameKey(longer))) {
      form += 1;
      longer = `${name} (${more}, ${form})`;
    }
    return longer;
  };
  return {
    option: (code) => names.get(code) ?? beside(String(code), WITHOUT_OPTION),
    missing: {
      no_answer: beside(missingNames.no_answer, "missing"),
      not_asked: beside(missingNames.not_asked, "missing"),
    },
  };
}

const WITHOUT_OPTION = "no option";
const CODE_WITHOUT_OPTION = new RegExp(`^(\\d+) \\(${WITHOUT_OPTION}(, \\d+)?\\)$`);

/** The code that such a name is made of; null: it is none. */
export function codeWithoutOption(name: string): number | null {
  const [, code] = CODE_WITHOUT_OPTION.exec(nameKey(name)) ?? [];
  return code === undefined ? null : Number(code);
}
