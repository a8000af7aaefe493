import type { AnswerOption } from "../interfaces/answers";
import { composed } from "./composed";

type Labelled = Pick<AnswerOption, "code" | "label">;

/** Labels are one where they differ by outer blanks alone, or by how their accents are written. */
export const nameKey = (label: string): string => composed(label.trim());

/** What options of one label are told apart by; a later form where an earlier one makes the name of another option. */
function nameOf({ label, code }: Labelled, form: number): string {
  const words = label.trim();
  if (form === 0) return `${words} (${code})`;
  return form === 1 ? `${words} (code ${code})` : `${words} (code ${code}, ${form})`;
}

/**
 * What each option is called wherever it stands, by its code: in tables, filters, exports, saved views and pictures. Its
 * label as it is, where no other option has it; options of one label have their codes behind it. No two are called alike.
 */
export function optionNames(options: readonly Labelled[]): Map<number, string> {
  const byLabel = new Map<string, Labelled[]>();
  for (const option of options) {
    const alike = byLabel.get(nameKey(option.label));
    if (alike) alike.push(option);
    else byLabel.set(nameKey(option.label), [option]);
  }
  const taken = new Set(byLabel.keys());
  const names = new Map<number, string>();
  for (const alike of byLabel.values()) {
    const [first] = alike;
    if (first && alike.length === 1) {
      names.set(first.code, first.label);
      continue;
    }
    let form = 0;
    while (alike.some((option) => taken.has(nameKey(nameOf(option, form))))) form += 1;
    for (const option of alike) {
      names.set(option.code, nameOf(option, form));
      taken.add(nameKey(nameOf(option, form)));
    }
  }
  return names;
}

/** The options with their names as labels, for lists that a person chooses from. */
export function withNames<Option extends Labelled>(options: readonly Option[]): Option[] {
  const names = optionNames(options);
  return options.map((option) => ({ ...option, label: names.get(option.code) ?? option.label }));
}
