import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { activationTypes } from "@/lib/contracts/terms/activation";
import { type Narrowing, narrowing, readNarrowing } from "./switch-form";

const NOTHING_NAMED = "Name at least one survey, session or identifier: without any, every record would match.";

const texts = Object.fromEntries(narrowing.map((name) => [name, z.string()])) as Record<Narrowing, z.ZodString>;

const values = z.object({
  Type: z.enum(activationTypes, { error: "Choose whether to deactivate or activate." }),
  Route: z
    .string()
    .trim()
    .min(1, { error: "Choose a route." })
    .max(100, { error: "Route must have at most 100 characters." }),
  /** As pasted: numbers, ids, names and links. */
  surveys: z.string().max(1_000_000, { error: "Paste at most 1,000,000 characters at once." }),
  /** Which surveys are meant by a name that several have. */
  chosen: z.record(z.string(), z.array(z.string())),
  ...texts,
});
export type SwitchValues = z.output<typeof values>;

/** The form by the contract's own rules, each sentence at its field. */
export const switchFormSchema = values.superRefine((given, context) => {
  const { selectors, problems } = readNarrowing(given);
  for (const [name, message] of Object.entries(problems)) {
    context.addIssue({ code: "custom", path: [name], message });
  }
  const isEmpty = Object.keys(selectors).length + Object.keys(problems).length === 0 && given.surveys.trim() === "";
  if (isEmpty) context.addIssue({ code: "custom", path: ["surveys"], message: NOTHING_NAMED });
});

export const switchResolver = zodResolver(switchFormSchema);
