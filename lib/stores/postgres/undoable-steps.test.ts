import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobItemStates } from "@/lib/contracts/terms/jobs";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { isUndoable, type UndoableSteps, whereUndoable } from "./undoable-steps";

withOwnDatabase();

const values = [null, 0, 1, -0.5, false, true, "", "0", [], [0], [null], {}, { a: 0 }];
const recorded = [null, {}, { other: 1 }, ...values.map((member) => ({ member }))];
const steps = jobItemStates.flatMap((state) => recorded.map((before) => ({ state, before })));

const descriptions: (readonly UndoableSteps[] | undefined)[] = [
  undefined,
  [],
  [{}],
  [{ states: [] }],
  [{ states: ["done", "cancelled"] }],
  [{ has: "member" }],
  [{ lacks: "member" }],
  [{ states: ["done"], has: "other", lacks: "member" }],
  [{ states: ["done"] }, { has: "member" }, { states: ["cancelled"], lacks: "other" }],
];

test.each(descriptions.map((undoable) => ({ undoable })))("SQL and code agree on $undoable", async ({ undoable }) => {
  const rows = await db().execute<{ undoable: boolean }>(sql`
    select ${whereUndoable(undoable)} as undoable
    from rows from (jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as (state text, before jsonb))
      with ordinality as job_items(state, before, place)
    order by place`);
  expect(rows.map((row) => row.undoable)).toEqual(steps.map((step) => isUndoable(step, undoable)));
});
