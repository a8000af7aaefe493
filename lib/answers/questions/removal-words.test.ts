import { expect, test } from "vitest";
import type { Weight } from "@/lib/contracts/interfaces/answers";
import { removalWords } from "./removal-words";

const weight = (name: string, of: string[], wave: string | null = null): Weight => ({
  ...{ id: name, name, column: "w1" },
  raked: {
    recipe: {
      margins: of.map((questionId) => ({
        questionId,
        unit: "percent" as const,
        targets: [{ code: 1, target: 1 }],
        leftOut: [],
      })),
      ...{ caps: null, wave },
    },
    ...{ who: "Ann", at: "2026-01-01T00:00:00.000Z" },
  },
});

test("names the weights that are made of a question before it is removed, and what becomes of saved views", () => {
  const brought: Weight = { id: "w", name: "w", column: "w0" };
  const others = [brought, weight("Sexes", ["sex"])];
  expect(removalWords("bands", others)).toBe(
    "“bands” goes from charts, tables and filters; saved views that name it show the rest without it. No answer is lost: it can be made again.",
  );
  expect(removalWords("bands", [...others, weight("Ages", ["sex", "bands"])])).toContain(
    "The weight “Ages” is made of it: it keeps its values, and can no longer be calculated.",
  );
  expect(removalWords("bands", [weight("Ages", ["bands"]), weight("Waves", ["sex"], "bands")])).toContain(
    "The weights “Ages”, “Waves” are made of it: they keep their values",
  );
});
