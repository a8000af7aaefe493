import { expect, test } from "vitest";
import { CHARACTER_WIDTH } from "./fitted";
import { noteLabels } from "./note-labels";

const room = { toX: (at: number) => at, left: 0, right: 600 };

test("words of notes stand on their lines, none over another, and before the line near the right edge", () => {
  const notes = [10, 40, 70, 100, 590].map((at) => ({ at, text: `Supplier changed at ${at}` }));
  const labels = noteLabels(notes, room);
  expect(labels.map(({ at, row, isLeft }) => [at, row, isLeft])).toEqual([
    [10, 0, false],
    [40, 1, false],
    [70, 2, false],
    [590, 0, true],
  ]);
  expect(labels.every(({ text }) => text.startsWith("Supplier changed"))).toBe(true);
});

test("long words are shortened to the room there is", () => {
  const [label] = noteLabels([{ at: 400, text: "x".repeat(200) }], room);
  expect((label?.text.length ?? 0) * CHARACTER_WIDTH).toBeLessThanOrEqual(200);
  expect(label?.text).toMatch(/…$/);
});
