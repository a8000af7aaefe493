import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import { fetchData, fetchSpecs, type PivotRequest, type PivotTable } from "@/lib/contracts/interfaces/pivot";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { recordTable } from "@/lib/contracts/ours/recordings";
import { listViews, type View } from "@/lib/contracts/ours/views";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { question, testWeight } from "@/lib/test-answers";
import { PivotsPage } from "./pivots-page";

const regions: [number, string, null][] = [
  [1, "North", null],
  [2, "South", null],
];
const questions = [
  question(1, "Region", "single", { options: regions }),
  question(2, "Sex", "single", { options: [[1, "Female", null]] }),
  question(3, "Spend", "numeric"),
];

const COUNTS = [6, 18, 24];

/** 6 of the North and 18 of the South, in rows or in columns. */
function tableOf({ rows }: PivotRequest): PivotTable {
  const [labels, whole] = [[["North"], ["South"], []], [[]]];
  const [codes, none] = [[[1], [2], []], [[]]];
  const isInRows = rows.length > 0;
  const figures = isInRows ? COUNTS.map((n) => [[n]]) : [COUNTS.map((n) => [n])];
  return {
    ...(isInRows
      ? { rows: labels, rowCodes: codes, columns: whole, columnCodes: none }
      : { rows: whole, rowCodes: none, columns: labels, columnCodes: codes }),
    ...{ cells: figures, base: figures, weightedBase: figures, effectiveBase: figures, excluded: 0 },
    deviation: figures.map((row) => row.map(() => [null])),
  };
}

const view = { id: "v", name: "Mine" } as View;

type Page = { answer?: (asked: PivotRequest) => unknown; mayDerive?: boolean };

/** The page of a table with its settings, and a button that stands for a view that was just saved. */
function open(look: string, { answer = tableOf, mayDerive = false }: Page = {}) {
  localStorage.setItem("table-settings-hidden", "false");
  const calls = serve(
    on(fetchSpecs, () => ({
      dimensions: ["Region", "Sex"],
      measures: [{ aggregationType: aggregations.average, questionId: "Spend", label: "Average" }],
    })),
    on(listQuestions, () => ({ questions, weights: [testWeight], revision: 1 })),
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(fetchData, ({ body }) => answer(body as PivotRequest)),
    on(recordTable, () => ({ recording: null, problem: null })),
  );
  const saved = (onSaved: (of: View) => void) => (
    <button type="button" onClick={() => onSaved(view)}>
      It was saved
    </button>
  );
  const derive = mayDerive ? () => null : null;
  const page = renderPage(<PivotsPage views={saved} derive={derive} mayWrite={false} />, {
    address: `/pivots?project=p&${look}`,
  });
  return { ...page, calls };
}

const table = () => screen.findByLabelText("Cross table");
const head = async (text: string) => within(await table()).findByText(text, { selector: "th, th *" });

test("a table that takes long says so and is cancelled: the one before stays, and it is read when that is wanted", async () => {
  let isHeld = false;
  const { user } = open("rows=Region", {
    answer: (asked) => (isHeld ? new Promise(() => {}) : tableOf(asked)),
  });
  const south = await head("South");
  expect(south.closest("tr")?.textContent).toContain("18");
  const served = fetch;
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) => {
    signals.push(asked[1]?.signal);
    return served(...asked);
  });

  isHeld = true;
  await user.click(await screen.findByText("Swap rows and columns"));
  expect(await screen.findByText("The table is being read.")).toBeDefined();
  await user.click(screen.getByText("Cancel"));
  const note = "The table is not being read. Beneath is the table as it was before.";
  expect(await screen.findByText(note)).toBeDefined();
  expect(signals.at(-1)?.aborted).toBe(true);
  expect((await head("South")).closest("thead")).toBeNull();

  isHeld = false;
  await user.click(screen.getByText("Read it"));
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  await waitFor(async () => expect((await head("South")).closest("thead")).not.toBeNull());
});

test("what the project does not have any more is left out and said; the rest is shown, and the address stays", async () => {
  const filter = encodeURIComponent('[{"questionId":"Nets","operator":"answered"}]');
  const { address } = open(`rows=Region,Gone&values=count,mean:Gone&filter=${filter}&weight=old`);
  for (const sentence of [
    "“Gone” is not a question of this project: it is left out.",
    "“Nets” is not a question of this project: the filter that names it is left out.",
    "“old” is not a weight of this project: the table is not weighted.",
  ]) {
    expect((await screen.findByText(sentence)).closest("[role=status]")).not.toBeNull();
  }
  expect((await head("South")).closest("tr")?.textContent).toContain("18");
  expect(screen.queryByText("This table cannot be made")).toBeNull();
  expect(address()).toContain("rows=Region,Gone");
});

test("a table of removed questions alone is not drawn; once they are taken out, their notice is gone", async () => {
  const { user } = open("rows=Gone");
  expect(await screen.findByText(/“Gone” is not a question of this project/)).toBeDefined();
  expect(screen.getByText(/^Put a question into rows or columns/)).toBeDefined();
  await user.click(screen.getByText("Gone", { selector: "button, button *" }));
  await user.click(await screen.findByText("Remove"));
  await waitFor(() => expect(screen.queryByText(/“Gone” is not a question/)).toBeNull());
});

test("a table that cannot be made says why, in the service's words", async () => {
  open("rows=Region&columns=Region", {
    answer: () => {
      throw new Refusal("invalid", "“Region” is in the table twice.");
    },
  });
  const why = await screen.findByText(/“Region” is in the table twice\./);
  expect(why.closest("[role=alert]")?.textContent).toContain("This table cannot be made");
});

test("unreadable parts of the address are named, and the table is made of the rest", async () => {
  open("rows=Region&values=what");
  expect(await screen.findByText(/The address does not say the values in a way that can be read/)).toBeDefined();
  expect((await head("South")).closest("tr")?.textContent).toContain("18");
});

test("a table that no response belongs in says so", async () => {
  open("rows=Region", {
    answer: (asked) => {
      const none = [[[0]]];
      const empty = { rows: [[]], rowCodes: [[]], columns: [[]], columnCodes: [[]] };
      const bases = { base: none, weightedBase: none, effectiveBase: none };
      return { ...tableOf(asked), ...empty, ...bases, cells: none, deviation: [[[null]]] };
    },
  });
  expect(await screen.findByText(/^No response belongs in this table/)).toBeDefined();
});

test("saved while it is read, a table is recorded with its own weight, not that of the one before", async () => {
  const { user, calls } = open("rows=Region", {
    answer: (asked) => (asked.weight ? new Promise(() => {}) : tableOf(asked)),
  });
  await head("South");
  await user.click(await screen.findByLabelText("Weight", { selector: "input" }));
  await user.click(screen.getByText(testWeight.name, { selector: "[role=option] *" }));
  expect(await screen.findByText("The table is being read.")).toBeDefined();
  await user.click(screen.getByText("It was saved"));
  await waitFor(() => expect(calls.some(({ name }) => name === "recordTable")).toBe(true));
  expect(calls.find(({ name }) => name === "recordTable")?.body).toMatchObject({
    ...{ id: "v", asked: { weight: testWeight.id }, names: { weight: testWeight.name } },
  });
});

test.each([true, false])("nets are offered to who may make them (%s)", async (mayDerive) => {
  const { user } = open("rows=Region", { mayDerive });
  await head("South");
  const rows = (await screen.findAllByLabelText("Rows")).find((each) => each.tagName === "SECTION") as HTMLElement;
  await user.click(within(rows).getByText("Region", { selector: "button, button *" }));
  expect(await screen.findByText("To columns")).toBeDefined();
  expect(screen.queryByText("Net options…") !== null).toBe(mayDerive);
});

test("a service that does not answer is named where the table would stand, and asked again on request", async () => {
  let isLate = true;
  serve(
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(listQuestions, () => ({ questions: [], weights: [], revision: null, order: "0" })),
    on(fetchSpecs, () => {
      if (isLate) throw new Refusal("unavailable", "Tables of Panel did not answer in time. Try again in a moment.");
      return { dimensions: [], measures: [] };
    }),
  );
  const { user } = renderPage(<PivotsPage views={() => null} derive={null} mayWrite={false} />, {
    address: "/pivots?project=p",
  });
  const title = await screen.findByText("The project's questions could not be loaded");
  const alert = title.closest<HTMLElement>("[role=alert]");
  if (!alert) throw new Error("It is no alert.");
  expect(alert.textContent).toContain("Tables of Panel did not answer in time.");
  isLate = false;
  await user.click(within(alert).getByText("Try again"));
  expect(await screen.findByText(/^This project has no answers/)).toBeDefined();
});
