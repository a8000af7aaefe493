import type { SoftLaunchTarget } from "@/lib/contracts/ours/soft-launches";
import { fromEntries, type Targets } from "./targets";

/** Full targets while they are typed, by quota id; null: the field is empty. One that is not in it stays as it is. */
export type TypedTargets = ReadonlyMap<string, number | null>;

/** With what one field says now; the full target as it is changes nothing. */
export function withTyped(
  typed: TypedTargets,
  { id, full }: Pick<SoftLaunchTarget, "id" | "full">,
  value: number | null,
): TypedTargets {
  const next = new Map(typed);
  if (value === full) next.delete(id);
  else next.set(id, value);
  return next;
}

/** What to ask for, once something is typed and all of it is a target; else null. */
export function askedTargets(typed: TypedTargets): Targets | null {
  const asked = [...typed].flatMap(([id, value]) => (isTarget(value) ? [[id, value] as const] : []));
  return typed.size > 0 && asked.length === typed.size ? fromEntries(asked) : null;
}

/** What is no target yet of all that is typed, in a sentence; null: nothing. A search may hide its field. */
export function typedProblem(typed: TypedTargets, targets: readonly SoftLaunchTarget[]): string | null {
  const missing = targets.find(({ id }) => typed.has(id) && !isTarget(typed.get(id)));
  return missing ? `“${missing.name}” needs a full target: a whole number of 1 or more.` : null;
}

const isTarget = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
