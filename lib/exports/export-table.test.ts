import { beforeAll, expect, test, vi } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { SignedInContext } from "@/lib/gateway/call";
import * as demandReads from "@/lib/gateway/demand-reads";
import * as surveys from "@/lib/gateway/surveys-by-id";
import * as wholeLists from "@/lib/gateway/whole-lists";
import type { AnyKind } from "@/lib/jobs/kind";
import type { JobItemRow } from "@/lib/stores/postgres/jobs";
import { exportList, exportTable } from "./export-table";

/** A list of 2,400 surveys, of which a request finds those that its ids name. */
const service = { asked: [] as unknown[] };
beforeAll(() => {
  vi.spyOn(wholeLists, "surveyIdsInOrder").mockImplementation(async (_, query) => {
    service.asked.push(query);
    return Array.from({ length: 2400 }, (_, at) => `s${at}`);
  });
  vi.spyOn(surveys, "surveysById").mockImplementation(async (_, ids) => ids.map((id) => ({ id, name: `N ${id}` })));
  vi.spyOn(demandReads, "projectsById").mockResolvedValue([]);
});

const kind: AnyKind = exportTable;
type Rows = { rows: unknown[][] };

const viewer = { role: "manager", settings: { timeZone: "UTC" } } as unknown as SessionViewer;
const context: SignedInContext<SessionViewer> = { viewer, requestId: "r", origin: "page" };

test("an export keeps of its query what its list knows, once, and a step finds it there", async () => {
  const query = { search: "x", page: "3", junk: "y".repeat(9000) };
  const answer = await exportList(context, { table: "surveys", query, columns: ["name"], format: "csv" });
  if ("file" in answer) throw new Error("It was small.");
  const { input, items } = answer.job;
  expect(input).toMatchObject({ query: { search: "x", page: "3" } });
  expect(JSON.stringify([input, service.asked])).not.toContain("junk");
  expect(items).toHaveLength(12);
  expect(items.map((item) => Object.keys(item.input as object))).toEqual(Array(12).fill(["chunk"]));
  const { rows } = (await kind.step(context, items[0] as JobItemRow, async () => {}, {
    input,
    personId: "p",
    mayGoOn: async () => true,
  })) as Rows;
  expect(rows.map(([name]) => name)).toEqual(Array.from({ length: 200 }, (_, at) => `N s${at}`));
});
