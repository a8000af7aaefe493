import "server-only";
import type { ReconciliationDecision, ReconciliationStatus } from "@/lib/contracts/ours/responses";
import { takeTurns } from "@/lib/take-turns";

/** What a list says about one response. */
type Decided = { status: ReconciliationStatus; reason: string; contradicting: boolean };

export type DecidedList = { byRdud: ReadonlyMap<string, Decided>; repeated: string[]; contradicting: string[] };

/** How many responses are looked at before others may have a turn. */
const AT_ONCE = 1000;

/** A list's decisions by response: the first one's reason holds; accepted and rejected at once is neither. */
export async function decidedBy(decisions: readonly ReconciliationDecision[]): Promise<DecidedList> {
  const rest = takeTurns();
  const byRdud = new Map<string, Decided>();
  const repeated = new Set<string>();
  let looked = 0;
  for (const { status, reason, rduds } of decisions) {
    for (const rdud of rduds) {
      looked += 1;
      if (looked % AT_ONCE === 0) await rest();
      const first = byRdud.get(rdud);
      if (!first) byRdud.set(rdud, { status, reason, contradicting: false });
      else if (first.status !== status) first.contradicting = true;
      else repeated.add(rdud);
    }
  }
  const contradicting = [...byRdud].filter(([, decided]) => decided.contradicting).map(([rdud]) => rdud);
  return { byRdud, repeated: [...repeated].filter((rdud) => !byRdud.get(rdud)?.contradicting), contradicting };
}
