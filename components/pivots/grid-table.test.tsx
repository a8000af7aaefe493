import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { fetchData, fetchResponses, fetchSpecs, type PivotRequest } from "@/lib/contracts/interfaces/pivot";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { listViews } from "@/lib/contracts/ours/views";
import { gridQuestions, type Person, tableAsked } from "@/lib/test-grid";
import { PivotsPage } from "./pivots-page";

const OF_ITEMS = "project=p&items=true&columns=sex&values=column,mean:price";

type Opened = {
  look?: string;
  rows?: string;
  questions?: readonly Question[];
  mayWrite?: boolean;
  unweighted?: readonly Person[];
  /** The service refuses conditions that hold where one of several does. */
  refusesAny?: boolean;
};

/** The page of a table of the grid that `test-grid` has, whose service counts person by person. */
function openGrid({ look = "", rows = "price,staff", ...members }: Opened = {}) {
  const { questions = gridQuestions, mayWrite = false, unweighted = [], refusesAny = false } = members;
  const ids = gridQuestions.map(({ id }) => id);
  const calls = serve(
    on(fetchSpecs, () => ({
      dimensions: ids,
      measures: ids.slice(0, 2).map((questionId) => ({ aggregationType: 5, questionId, label: "Average" })),
    })),
    on(listQuestions, () => ({ questions, weights: [{ id: "w", name: "Weight", column: "w1" }], revision: 1 })),
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(fetchData, ({ body }) => {
      const asked = body as PivotRequest;
      if (refusesAny && asked.rows.length === 0) throw new Refusal("invalid", "any is not known here.");
      return tableAsked(asked, { unweighted });
    }),
    on(fetchResponses, () => ({ total: 7, responses: [] })),
  );
  const page = renderPage(<PivotsPage views={() => null} derive={null} mayWrite={mayWrite} />, {
    address: `/pivots?${OF_ITEMS}&rows=${rows}${look}`,
  });
  const items = async () => {
    const table = await screen.findByRole("table", { name: "Cross table" });
    return within(table)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent);
  };
  return { ...page, calls, items };
}

test("a heading of a grid's table sorts the items, greatest first, then least first, then as they were", async () => {
  const { user, address, items } = openGrid();
  expect(await items()).toEqual(["Price", "Staff"]);
  const click = async () => user.click(screen.getByRole("button", { name: "Answer 1" }));
  await click();
  // A fifth of the answers on staff are 1, and less than a tenth of those on the price.
  expect(await items()).toEqual(["Staff", "Price"]);
  expect(address()).toContain("sortColumn=option+1");
  expect(screen.getByRole("note").textContent).toContain("Rows are sorted by “Answer 1”, greatest first.");
  await click();
  expect(await items()).toEqual(["Price", "Staff"]);
  expect(screen.getByRole("note").textContent).toContain("Rows are sorted by “Answer 1”, least first.");
  await click();
  expect(screen.getByRole("note").textContent).not.toContain("Rows are sorted");
});

test("a cell of a grid's table opens the responses of its item", async () => {
  const { user, calls, items } = openGrid();
  await items();
  const [, , , , , , , top] = within(screen.getByRole("row", { name: /^Staff/ })).getAllByRole("button");
  if (!top) throw new Error("It has no cells.");
  await user.click(top);
  const dialog = await screen.findByRole("dialog", { name: "Respondents of this cell" });
  expect(await within(dialog).findByText("7 responses")).toBeDefined();
  expect(within(dialog).getByText("Staff · Top 2 · sex: Female")).toBeDefined();
  expect(calls.findLast(({ name }) => name === "fetchResponses")?.body).toMatchObject({
    ...{ rows: ["staff"], rowCodes: [], columns: ["sex"], columnCodes: [1] },
    filter: [{ questionId: "staff", operator: "in", value: [4, 5] }],
  });
});

/** The grid without values of its options, some of them put into an order by a person. */
const gridWithout = (ordered: readonly string[]) =>
  gridQuestions.map((question) => ({
    ...question,
    options: question.options.map((option) => ({ ...option, value: null })),
    ...(ordered.includes(question.id) && { ranking: question.options.map(({ code }) => code) }),
  }));
const topNote = () => screen.queryByRole("note", { name: "Top 2" });

test("items without a confirmed order of their options say why there is no top 2, and where to confirm it", async () => {
  const { items } = openGrid({ questions: gridWithout([]), mayWrite: true });
  await items();
  expect(screen.queryByRole("columnheader", { name: /Top 2/ })).toBeNull();
  expect(topNote()?.textContent).toContain(
    "The options of “Price” and “Staff” have no confirmed order, so the table has no “Top 2”.",
  );
  const link = screen.getByRole("link", { name: "Confirm the order in Questions" });
  expect(link.getAttribute("href")).toBe("/questions?project=p&show=setup");
});

test("of a single item that lacks it, its question is opened", async () => {
  const { items } = openGrid({ questions: gridWithout(["price"]), mayWrite: true });
  await items();
  expect(topNote()?.textContent).toContain("The options of “Staff” have no confirmed order");
  const link = screen.getByRole("link", { name: "Confirm the order in Questions" });
  expect(link.getAttribute("href")).toBe("/questions?project=p&question=staff");
});

test("who may not edit questions is told whom to ask", async () => {
  const { items } = openGrid({ questions: gridWithout([]) });
  await items();
  expect(topNote()?.textContent).toContain("Editing questions is for analysts and admins.");
  expect(screen.queryByRole("link", { name: "Confirm the order in Questions" })).toBeNull();
});

test("no note is shown where the items have their top 2", async () => {
  const { items } = openGrid({ questions: gridWithout(["price", "staff"]), mayWrite: true });
  await items();
  expect(screen.getByRole("columnheader", { name: /Top 2/ })).toBeDefined();
  expect(topNote()).toBeNull();
});

describe("what is said of the whole table", () => {
  const persons = (count: number, price: number | null, staff: number | null) =>
    Array.from({ length: count }, (): Person => ({ price, staff, sex: 1, weight: 1 }));
  const orders = ["price,staff", "staff,price"];
  const remarksOf = async (members: Opened) => {
    const { items, unmount, calls } = openGrid({ look: "&weight=w", ...members });
    await items();
    const text = screen.getByRole("note").textContent;
    unmount();
    return { text, reads: calls.filter(({ name }) => name === "fetchData").length };
  };

  test("counts everybody whom the weight leaves out of any item, each once, in either order of the items", async () => {
    for (const rows of orders) {
      const alone = await remarksOf({ rows, unweighted: persons(20, null, 3) });
      expect(alone.text).toContain("20 responses left out because their weight is missing or negative.");
      const unweighted = [...persons(7, 1, 3), ...persons(3, 2, null), ...persons(1, null, 4)];
      const { text, reads } = await remarksOf({ rows, unweighted });
      expect(text).toContain("11 responses left out because their weight is missing or negative.");
      expect(reads).toBe(5);
      const none = await remarksOf({ rows });
      expect(none.text).toContain("0 responses left out because their weight is missing or negative.");
      expect(none.reads).toBe(4);
    }
  });

  test("says at least how many where the service cannot count them over all items, and shows the table", async () => {
    const unweighted = [...persons(7, 1, 3), ...persons(3, 2, null), ...persons(1, null, 4)];
    for (const rows of orders) {
      const { text } = await remarksOf({ rows, unweighted, refusesAny: true });
      expect(text).toContain("At least 10 responses left out because their weight is missing or negative.");
    }
  });

  test("names the definitions of all its questions, in either order of the items", async () => {
    const versions = new Set<string | undefined>();
    for (const rows of orders) {
      const { text } = await remarksOf({ rows });
      versions.add(/definitions of 3 questions, version [0-9a-f]{8}\./.exec(text ?? "")?.[0]);
    }
    expect([...versions]).toEqual([expect.any(String)]);
  });
});
