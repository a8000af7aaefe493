import * as z from "zod";
import { personalSelectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import { blankSwitch, narrowing, type SwitchValues } from "./switch-form";
import { actionWords, nameOfRoute, selectorWords } from "./words";

/**
 * The form as it is kept while it is typed. What says something of a person is left out: a kept draft would outlive
 * the time after which such values are removed.
 */
const keptSchema = z.object({
  Type: z.enum(["1", "2"]),
  Route: z.string(),
  surveys: z.string(),
  chosen: z.record(z.string(), z.array(z.string())),
  Session_Id: z.string(),
  Panel_Id: z.string(),
});

export const isPersonal = (name: string) => (personalSelectors as readonly string[]).includes(name);

/** null: nothing that is kept differs from an empty form. */
export function switchDraft(values: SwitchValues): Record<string, unknown> | null {
  const kept = keptSchema.parse(values);
  return JSON.stringify(kept) === JSON.stringify(keptSchema.parse(blankSwitch)) ? null : kept;
}

/** null: it does not fit today's form. */
export function readSwitchDraft(draft: unknown): SwitchValues | null {
  const read = keptSchema.safeParse(draft);
  return read.success ? { ...blankSwitch, ...read.data } : null;
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
