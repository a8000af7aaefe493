/** What the fielding of a survey says of its respondents, by session id: that of whoever was scored under it. */
export type SessionTable = {
  /** By respondent id. */
  facts: Map<string, SessionFacts>;
  /** Names by code. */
  suppliers: ReadonlyMap<string, string>;
};

type SessionFacts = {
  supplier: string | null;
  /** Epoch milliseconds; null: the session has not ended. */
  endedAt: number | null;
  isComplete: boolean;
  /** Quota ids that it fills; sessions of the same quotas share a list. */
  quotas: readonly string[];
};

type Line = {
  rid: string;
  supplier: string | null;
  endedAtMs: number | null;
  isComplete: boolean;
  quotaIds: readonly string[];
};

/** Adds lines; lists that are alike are kept once. */
export function addSessions(table: SessionTable, lines: readonly Line[], lists: Map<string, readonly string[]>): void {
  for (const { rid, supplier, endedAtMs, isComplete, quotaIds } of lines) {
    const key = quotaIds.join();
    const shared = lists.get(key) ?? quotaIds;
    lists.set(key, shared);
    table.facts.set(rid, { supplier, endedAt: endedAtMs, isComplete, quotas: shared });
  }
}

export type Supplier = { code: string; name: string };

/** The supplier of a respondent; null: no session says. */
export function supplierOf({ facts, suppliers }: SessionTable, respondentId: string): Supplier | null {
  const code = facts.get(respondentId)?.supplier;
  return code == null ? null : { code, name: suppliers.get(code) ?? code };
}
