import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { fetchData, fetchSpecs, type PivotRequest, type PivotTable } from "@/lib/contracts/interfaces/pivot";
import { listQuestions } from "@/lib/contracts/ours/questions";
import {
  findRecording,
  freezeTable,
  type Recorded,
  type Recording,
  recordTable,
} from "@/lib/contracts/ours/recordings";
import { listViews } from "@/lib/contracts/ours/views";
import { asRecorded, recordedRequests } from "@/lib/contracts/rules/recorded-tables";
import { loadPivotState } from "@/lib/pivots/address";
import { requestsOf } from "@/lib/pivots/composed";
import { gridQuestions, type Person, people, tableAsked, tableOfItem } from "@/lib/test-grid";
import { PivotsPage } from "./pivots-page";

const view = {
  ...{ id: "v", list: "pivots", name: "For good", account_id: null, owner: "Ann", is_mine: true, may_change: true },
  query: "project=p&items=true&rows=price,staff&columns=sex&values=column,mean:price&title=Wave+1",
};

const grid = loadPivotState(new URLSearchParams(view.query));

const tableFor = ({ rows, columns }: Pick<PivotRequest, "rows" | "columns">, among = people): PivotTable =>
  tableOfItem(rows[0] === "price" ? "price" : "staff", columns.length > 0, among);

/** Ten more who are not satisfied with the staff, and were not asked about the price. */
const more = [...people, ...Array.from({ length: 10 }, () => ({ price: null, staff: 1, sex: 1, weight: 1 }))];

const AS_SAVED = {
  /** What is recorded with it, and why that cannot be shown. */
  recorded: null as Recording | null,
  problem: null as string | null,
  isChanged: false,
  /** Those that the project still has. */
  questions: gridQuestions,
  /** What the address says beside the view. */
  look: "",
};

/** A saved table of a grid. */
function openSaved(members: Partial<typeof AS_SAVED> = {}) {
  const { recorded, problem, isChanged, questions, look } = { ...AS_SAVED, ...members };
  let present: Recorded = { recording: recorded, problem };
  const ids = questions.map(({ id }) => id);
  const calls = serve(
    on(fetchSpecs, () => ({
      dimensions: ids,
      measures: [{ aggregationType: 5, questionId: "price", label: "Average" }],
    })),
    on(listQuestions, () => ({ questions, weights: [], revision: 1 })),
    on(listViews, () => ({ views: [view], default_view: "everything" })),
    on(fetchData, ({ body }) => tableFor(body as PivotRequest, isChanged ? more : people)),
    on(findRecording, () => present),
    on(recordTable, ({ body }) => {
      const { asked, others, names } = recordTable.body.parse(body);
      const among = isChanged ? more : people;
      const recording: Recording = {
        ...{ asked, names, table: tableFor(asked, among), questions: gridQuestions, who: "Ann", frozen_at: null },
        others: others.map((other) => ({ ...other, table: tableFor(other, among) })),
        recorded_at: "2026-03-03T10:00:00.000Z",
      };
      present = { recording, problem: null };
      return present;
    }),
    on(freezeTable, ({ body }) => {
      const { recording } = present;
      const frozen_at = freezeTable.body.parse(body).frozen ? "2026-03-04T10:00:00.000Z" : null;
      present = { recording: recording && { ...recording, frozen_at }, problem: null };
      return present;
    }),
  );
  const page = renderPage(<PivotsPage views={() => null} derive={null} mayWrite={false} />, {
    address: `/pivots?view=v${look}`,
  });
  const read = () => calls.filter(({ name }) => name === "fetchData").length;
  return { ...page, calls, read, recording: () => present.recording };
}

const row = async (name: RegExp) =>
  within(await screen.findByRole("table", { name: "Cross table" })).getByRole("row", { name });

/** As the page itself records it, and what its last row says. */
async function recordOnce(): Promise<{ recorded: Recording; staff: string | null }> {
  const page = openSaved();
  await page.user.click(await screen.findByRole("button", { name: "Record these figures" }));
  await screen.findByText(/Recorded 3 Mar 2026.* by Ann\. No figure moved since\./);
  const recorded = page.recording();
  const staff = (await row(/^Staff/)).textContent;
  page.unmount();
  if (!recorded) throw new Error("Nothing was recorded.");
  return { recorded, staff };
}

test("a grid as one table is recorded with all its tables, and marks later which of its figures moved", async () => {
  const { recorded } = await recordOnce();
  expect(recordedRequests(recorded).map(({ rows, columns }) => [...rows, ...columns])).toEqual([
    ["price"],
    ["price", "sex"],
    ["staff"],
    ["staff", "sex"],
  ]);
  openSaved({ recorded, isChanged: true });
  expect(await screen.findByText(/figures moved\. Those are marked, with what they were\./)).toBeDefined();
  expect((await row(/^Staff/)).querySelectorAll("[data-was]").length).toBeGreaterThan(5);
  expect((await row(/^Price/)).querySelectorAll("[data-was]")).toHaveLength(0);
});

test("a frozen grid keeps its figures, questions and title, though one is gone, and reads no others", async () => {
  const { recorded, staff } = await recordOnce();
  const live = openSaved({ recorded, isChanged: true });
  await live.user.click(await screen.findByRole("button", { name: "Freeze" }));
  await screen.findByText(
    /^Frozen: these are the figures of 3 Mar 2026.* cannot be opened while the table is frozen\.$/,
  );
  const frozen = live.recording();
  live.unmount();
  const page = openSaved({
    recorded: frozen,
    isChanged: true,
    questions: gridQuestions.filter(({ id }) => id !== "staff"),
  });
  expect(await screen.findByText(/“staff” is no longer in this project\. The recorded figures stay\./)).toBeDefined();
  expect((await row(/^Staff/)).textContent).toBe(staff);
  expect(screen.getByRole("button", { name: /^Wave 1/ })).toBeDefined();
  expect(page.read()).toBe(0);
  await expect.poll(() => page.calls.some(({ name }) => name === "listQuestions")).toBe(true);
});

test("a frozen weighted grid says whom its weight leaves out of any item; one of an earlier release at least how many", async () => {
  const { recorded } = await recordOnce();
  const person = (price: number | null, staff: number | null): Person => ({ price, staff, sex: 1, weight: 1 });
  const unweighted = [person(1, 2), person(3, null), person(null, 4), person(2, null)];
  const asked = { ...recorded.asked, weight: "w" };
  const [first, ...rest] = requestsOf({ ...asked, rows: ["price", "staff"], columns: ["sex"] }, grid);
  if (!first) throw new Error("Nothing is asked.");
  const others = asRecorded([first, ...rest]).others.map((other, at) => {
    return { ...other, table: tableAsked(rest[at] ?? first, { unweighted }) };
  });
  const frozen = { ...recorded, asked, frozen_at: "2026-03-04T10:00:00.000Z" };
  const table = tableAsked(first, { unweighted });
  const now = openSaved({ recorded: { ...frozen, table, others }, look: "&weight=w" });
  expect(await screen.findByText("4 responses left out because their weight is missing or negative.")).toBeDefined();
  expect(now.read()).toBe(0);
  now.unmount();
  const earlier = openSaved({ recorded: { ...frozen, table, others: others.slice(0, -1) }, look: "&weight=w" });
  expect(
    await screen.findByText("At least 3 responses left out because their weight is missing or negative."),
  ).toBeDefined();
  expect(earlier.read()).toBe(0);
});

test("a recording stays with its table in another form, and a changed table says that the recording is of another", async () => {
  const { recorded } = await recordOnce();
  const { unmount } = openSaved({ recorded, look: "&heat=true" });
  expect(await screen.findByText(/No figure moved since\.$/)).toBeDefined();
  unmount();
  openSaved({ recorded, look: "&columns=" });
  expect(
    await screen.findByText("The figures recorded with this view are of another table. These are live."),
  ).toBeDefined();
});

test("a recording that cannot be read is named; the table shows live figures and can be recorded again", async () => {
  const problem = "The figures that were recorded with this view cannot be read, so the table shows live ones.";
  const { user } = openSaved({ problem });
  expect((await screen.findByText(problem)).closest("[role=status]")).not.toBeNull();
  expect((await row(/^Staff/)).textContent).toContain("%");
  await user.click(screen.getByText("Record these figures"));
  expect(await screen.findByText(/No figure moved since\.$/)).toBeDefined();
});

test("a frozen table shows live figures again once it is unfrozen, beside what they were, until these are kept", async () => {
  const { recorded } = await recordOnce();
  const page = openSaved({ recorded: { ...recorded, frozen_at: "2026-03-04T10:00:00.000Z" }, isChanged: true });
  await page.user.click(await screen.findByRole("button", { name: "Unfreeze" }));
  expect(await screen.findByText(/figures moved\. Those are marked, with what they were\./)).toBeDefined();
  const marked = async () => (await row(/^Staff/)).querySelectorAll("[data-was]").length;
  await expect.poll(marked).toBeGreaterThan(5);
  await page.user.click(screen.getByRole("button", { name: "Keep the new figures" }));
  expect(await screen.findByText(/Recorded 3 Mar 2026.* by Ann\./)).toBeDefined();
  await expect.poll(marked).toBe(0);
});
