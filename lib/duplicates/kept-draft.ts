import { personalSelectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import { blankSwitch, narrowing } from "./switch-form";
import type { SwitchValues } from "./switch-rules";
import { actionWords, nameOfRoute, selectorWords } from "./words";

/**
 * The form as it is kept while it is typed. What says something of a person is left out: a kept draft would outlive
 * the time after which such values are removed.
 */
const keptOf = ({ Type, Route, surveys, chosen, Session_Id, Panel_Id }: SwitchValues) => ({
  ...{ Type, Route, surveys, chosen, Session_Id, Panel_Id },
});

export type KeptSwitch = ReturnType<typeof keptOf>;

export const isPersonal = (name: string) => (personalSelectors as readonly string[]).includes(name);

/** null: nothing that is kept differs from an empty form. */
export function switchDraft(values: SwitchValues): Record<string, unknown> | null {
  const kept = keptOf(values);
  return JSON.stringify(kept) === JSON.stringify(keptOf(blankSwitch)) ? null : kept;
}

/** A kept form to read and to copy, a line a field, and how many fields differ from an empty one. */
export function describeSwitchDraft(values: SwitchValues): { fields: number; text: string } {
  const lines = [
    values.Type !== blankSwitch.Type && `Action: ${actionWords[values.Type].verb}`,
    values.Route !== blankSwitch.Route && `Route: ${nameOfRoute(values.Route)}`,
    values.surveys && `${selectorWords.Survey_Number.label}: ${values.surveys}`,
    ...narrowing.map((name) => values[name] && `${selectorWords[name].label}: ${values[name]}`),
  ].filter(Boolean);
  return { fields: Math.max(1, lines.length), text: lines.join("\n") };
}
