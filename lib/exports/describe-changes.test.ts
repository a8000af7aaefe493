import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/contracts/ours/audit";
import { describeChangesOf } from "./describe-changes";

const names = { projects: new Map(), people: new Map(), accounts: new Map(), questions: new Map() };
const changesOf = (entry: Pick<AuditEntry, "thing" | "before" | "after">) =>
  // Safe: nothing else of an entry is read.
  describeChangesOf({ thing_id: "a", ...entry } as AuditEntry, names).map(({ label, before, after }) => ({
    ...{ label, before, after },
  }));

test("surveys and suppliers are described in the words of their forms, everything else by its members", () => {
  expect(changesOf({ thing: "surveys", before: { name: "A" }, after: { name: "B" } })).toEqual([
    { label: "Survey name", before: "A", after: "B" },
  ]);
  const links = (complete: string) => ({ end_links: { complete } });
  expect(changesOf({ thing: "suppliers", before: links("https://a.test"), after: links("https://b.test") })).toEqual([
    { label: "Complete link", before: "https://a.test", after: "https://b.test" },
  ]);
  expect(changesOf({ thing: "projects", before: { business_unit: "A" }, after: { business_unit: "B" } })).toEqual([
    { label: "Business unit", before: "A", after: "B" },
  ]);
});
