import { expect, test } from "vitest";
import type { Provenance } from "@/lib/contracts/interfaces/pivot";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { exclusionsOf, provenanceText } from "./provenance";

const format = formatFor(usualSettings);
const provenance: Provenance = {
  ...{ revision: 12, revisedAt: "2026-03-03T10:00:00.000Z", responses: 1204, excluded: 14 },
  weight: { id: "w", values: "abc", madeAt: null },
  definitions: "def",
  questions: [{ id: "a", labels: "1", coding: "1" }],
};

test("says which data a table is of, and where a service does not tell, that", () => {
  expect(provenanceText(provenance, "Region and sex", format)).toBe(
    "Data: revision 12 of 3 Mar 2026, 10:00 UTC; 1,204 responses, 14 excluded for quality; " +
      "weight Region and sex, version abc; definitions of 1 question, version def.",
  );
  const bare = { ...provenance, revisedAt: null, responses: 1, weight: null, questions: [] };
  expect(provenanceText(bare, null, format)).toBe("Data: revision 12; 1 response, 14 excluded for quality.");
  expect(provenanceText(undefined, null, format)).toBe("The service does not say which data this is.");
});

test("says whether those excluded for quality count, and is not known where a service does not say it", () => {
  const including = { ...provenance, includesExcluded: true };
  expect(provenanceText(including, null, format)).toContain("1,204 responses, 14 excluded for quality are included; ");
  expect(exclusionsOf(including, { includeExcluded: true })).toEqual({
    ...{ counted: 1204, excluded: 14, isIncluded: true },
  });
  const leftOut = { counted: 1190, excluded: 14, isIncluded: false };
  expect(exclusionsOf({ ...provenance, includesExcluded: false }, { includeExcluded: true })).toEqual(leftOut);
  // Figures that were recorded by an earlier release left them out.
  expect(exclusionsOf(provenance, {})).toEqual(leftOut);
  expect(exclusionsOf(provenance, { includeExcluded: true })).toBeNull();
  expect(exclusionsOf({ ...provenance, excluded: 0 }, { includeExcluded: true })).toMatchObject({ excluded: 0 });
  expect(exclusionsOf(undefined, {})).toBeNull();
});
