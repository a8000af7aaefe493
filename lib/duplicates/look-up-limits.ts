import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import type { Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import { maskingProblem } from "@/lib/contracts/rules/look-up-rule";
import type { SignedInContext } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import { takeSlot } from "@/lib/stores/postgres/rate-limits";

/** More than anybody looks at; too few to guess what is masked. */
const MOST = { limit: 60, windowMs: 60_000 };

/** Looking somebody up on our pages: masked values cannot be found out by asking, and nobody asks without end. */
export async function allowLookUp({ viewer }: SignedInContext, selectors: Selectors): Promise<void> {
  const problem = viewer.role === "admin" ? null : maskingProblem(selectors);
  if (problem) throw new AppError("invalid", problem);
  const key = `look-up:${credentialOf(viewer)}`;
  const { granted, waitMs } = await takeSlot(db(), { key, ...MOST, maxWaitMs: 0 });
  if (granted) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const sentence = `You have looked up ${MOST.limit} identifiers within a minute, which is the most. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  throw new AppError("busy", sentence, { headers: { "retry-after": String(seconds) } });
}
