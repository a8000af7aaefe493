import * as z from "zod";
import { activationTypes } from "@/lib/contracts/terms/activation";
import type { KeptSwitch } from "./kept-draft";
import { blankSwitch } from "./switch-form";
import type { SwitchValues } from "./switch-rules";

const keptSchema = z.object({
  Type: z.enum(activationTypes),
  Route: z.string(),
  surveys: z.string(),
  chosen: z.record(z.string(), z.array(z.string())),
  Session_Id: z.string(),
  Panel_Id: z.string(),
}) satisfies z.ZodType<KeptSwitch>;

/** null: it does not fit today's form. */
export function readSwitchDraft(draft: unknown): SwitchValues | null {
  const read = keptSchema.safeParse(draft);
  return read.success ? { ...blankSwitch, ...read.data } : null;
}
