import fc from "fast-check";
import { expect, test } from "vitest";
import type { MissingCode } from "@/lib/contracts/interfaces/answers";
import { missingKinds } from "@/lib/contracts/terms/answers";
import { missingOfKind, missingText, readMissing, readMissingOf } from "./prepare-missing";

const kind = fc.constantFrom(...missingKinds);
const text = fc.oneof(fc.constantFrom("a, b", 'say "no"', "1..2", "none (not asked)", "", " x ", "-1"), fc.string());
const code: fc.Arbitrary<MissingCode> = fc.oneof(
  fc.record({ cell: text, kind }),
  fc
    .tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 0, max: 50 }), kind)
    .map(([low, width, kind]) => ({ low, high: low + width, kind })),
  fc.record({ low: fc.constant(null), high: fc.integer(), kind }),
);

test("what is written is read back as it was", () => {
  fc.assert(
    fc.property(fc.array(code), (codes) => {
      expect(readMissing(missingText(codes), [])).toEqual(codes);
    }),
  );
});

test("a person writes codes as they come to mind", () => {
  expect(readMissing(" -1 ,NA (not asked), 97 .. 99 ,", [])).toEqual([
    { cell: "-1", kind: "no_answer" },
    { cell: "NA", kind: "not_asked" },
    { low: 97, high: 99, kind: "no_answer" },
  ]);
  expect(readMissing("..0", [])).toEqual([{ low: null, high: 0, kind: "no_answer" }]);
  expect(readMissing("  ", [])).toEqual([]);
});

test("a code of the file keeps its cell and label", () => {
  const before: MissingCode[] = [{ cell: -9, kind: "no_answer", label: "Refused" }];
  expect(readMissing("-9 (not asked), 7", before)).toEqual([
    { cell: -9, kind: "not_asked", label: "Refused" },
    { cell: "7", kind: "no_answer" },
  ]);
});

test("what cannot be read is said", () => {
  expect(readMissing('-1, "a', [])).toMatch(/quotation mark is not closed/);
  expect(readMissing("99..97", [])).toMatch(/ends before it begins/);
  expect(readMissing("..", [])).toMatch(/is no range/);
  expect(readMissing("1.2.3..5", [])).toMatch(/is no range/);
});

test("codes of one kind are read by themselves: a code of the file keeps its cell and label, others stay", () => {
  const before: MissingCode[] = [
    { cell: -9, kind: "no_answer", label: "Refused" },
    { cell: 98, kind: "no_answer" },
    { cell: "NA", kind: "not_asked" },
  ];
  expect(missingOfKind(before, "no_answer")).toBe("-9, 98");
  expect(readMissingOf("-9, 7", before, "not_asked")).toEqual([
    { cell: 98, kind: "no_answer" },
    { cell: -9, kind: "not_asked", label: "Refused" },
    // Written by a person, it is no guess.
    { cell: "7", kind: "not_asked", label: "" },
  ]);
  expect(readMissingOf("99..97", before, "not_asked")).toMatch(/ends before it begins/);
});
