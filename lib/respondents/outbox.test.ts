import fc from "fast-check";
import { expect, test } from "vitest";
import { decided, discarded, emptyOutbox, type Outbox, put, type Standing, saved, stopped, undo } from "./outbox";

const open: Standing = { decision: null, note: "", is_excluded: false };
const exclude = (outbox: Outbox, respondentId: string, before = open) =>
  put(outbox, { respondentId, before, after: decided(before, "exclude", "") });

test("a flag leaves the exclusion as it is, exclude and keep say it", () => {
  const excluded = { ...open, is_excluded: true };
  expect(decided(excluded, "flag", "").is_excluded).toBe(true);
  expect(decided(excluded, "keep", "").is_excluded).toBe(false);
  expect(decided(open, "exclude", "").is_excluded).toBe(true);
});

test("a decision that is being sent is undone by its reverse, after it", () => {
  const { outbox, undone } = undo(exclude(emptyOutbox, "a"));
  expect(undone?.respondentId).toBe("a");
  expect(outbox.waiting.map(({ after, undoes }) => [after.is_excluded, undoes])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("a decision that waits behind another is not sent at all once it is undone", () => {
  const { outbox } = undo(exclude(exclude(emptyOutbox, "a"), "b"));
  expect(outbox.waiting.map(({ respondentId }) => respondentId)).toEqual(["a"]);
});

test("with nothing to undo nothing happens", () => {
  expect(undo(emptyOutbox)).toEqual({ outbox: emptyOutbox, undone: null });
});

test("discarding what could not be saved keeps the decisions of the others", () => {
  const failed = stopped(exclude(exclude(exclude(emptyOutbox, "a"), "b"), "a"), "The service is away.");
  const outbox = discarded(failed);
  expect(outbox.waiting.map(({ respondentId }) => respondentId)).toEqual(["b"]);
  expect(outbox.past.map(({ respondentId }) => respondentId)).toEqual(["b"]);
  expect(outbox.problem).toBeNull();
});

test("whatever is decided, undone and saved: what the server gets ends where the reviewer sees it", () => {
  const action = fc.oneof(
    fc.record({
      kind: fc.constant("decide" as const),
      of: fc.constantFrom("a", "b"),
      to: fc.constantFrom("exclude" as const, "keep" as const, "flag" as const),
    }),
    fc.constant({ kind: "undo" as const }),
    fc.constant({ kind: "saved" as const }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const seen = new Map<string, Standing>();
      const server = new Map<string, Standing>();
      let outbox = emptyOutbox;
      const arrive = () => {
        const [first] = outbox.waiting;
        if (!first) return;
        server.set(first.respondentId, first.after);
        outbox = saved(outbox);
      };
      for (const each of actions) {
        if (each.kind === "saved") arrive();
        else if (each.kind === "undo") {
          const result = undo(outbox);
          outbox = result.outbox;
          if (result.undone) seen.set(result.undone.respondentId, result.undone.before);
        } else {
          const before = seen.get(each.of) ?? open;
          const after = decided(before, each.to, "");
          outbox = put(outbox, { respondentId: each.of, before, after });
          seen.set(each.of, after);
        }
      }
      while (outbox.waiting.length > 0) arrive();
      for (const [id, standing] of seen) expect(server.get(id) ?? open).toEqual(standing);
    }),
  );
});
