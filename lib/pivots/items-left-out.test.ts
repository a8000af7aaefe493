import { describe, expect, test } from "vitest";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { gridQuestions, type Person, people, type ShownGrid, shownGrid } from "@/lib/test-grid";
import { requestsOf } from "./composed";
import { longColumns } from "./pivot-file";
import { provenanceText } from "./provenance";
import { madeOf, namesOf, remarksUnder } from "./shown-table";

const format = formatFor(usualSettings);
const person = (price: number | null, staff: number | null): Person => ({ price, staff, sex: 1, weight: 1 });
const persons = (count: number, price: number | null, staff: number | null) =>
  Array.from({ length: count }, () => person(price, staff));
const orders = ["price,staff", "staff,price"];
const known = { fields: [], questions: gridQuestions, weights: [] };

/** What stands under the table of tables that were read. */
function told({ read }: Pick<ShownGrid, "read">, tables: readonly PivotTable[] = read.tables) {
  const of = { ...read, tables };
  const names = namesOf(of, known);
  const made = madeOf(of, { names, ...known });
  const remarks = remarksUnder(of, { made, names, data: [], questions: gridQuestions, notes: [], format });
  return { made, leftOut: remarks.find((each) => each.includes("left out because their weight")) };
}

describe("whom weights leave out of a grid as one table", () => {
  test("are all who are in the table of any item, each once, in whatever order the items stand", () => {
    const samples = [
      { unweighted: persons(20, null, 3), says: "20 responses" },
      { unweighted: [...persons(7, 1, 3), ...persons(3, 2, null), ...persons(1, null, 4)], says: "11 responses" },
      { unweighted: [person(1, 5)], says: "1 response" },
      { unweighted: [...persons(4, 1, null), ...persons(5, null, null)], says: "4 responses" },
      { unweighted: [], says: "0 responses" },
    ];
    for (const { unweighted, says } of samples) {
      for (const columns of ["", "sex"]) {
        const said = orders.map((rows) => told(shownGrid({ rows, columns }, people, unweighted)).leftOut);
        const sentence = `${says} left out because their weight is missing or negative.`;
        expect(said).toEqual([sentence, sentence]);
      }
    }
  });

  test("are at least as many as one item has, where the service does not count them over all", () => {
    const unweighted = [...persons(7, 1, 3), ...persons(3, 2, null), ...persons(1, null, 4)];
    const sentence = "At least 10 responses left out because their weight is missing or negative.";
    for (const rows of orders) {
      const of = shownGrid({ rows }, people, unweighted);
      const [own, union] = [of.read.tables.slice(0, -1), of.read.tables.at(-1)];
      expect(told(of, own).leftOut).toBe(sentence);
      // A service that ignores the condition counts those too who are in no item's table.
      const ignored = union && { ...union, excluded: 900 };
      expect(told(of, [...own, ...(ignored ? [ignored] : [])]).leftOut).toBe(sentence);
      const others = union && { ...union, base: [[[people.length * 3]]] };
      expect(told(of, [...own, ...(others ? [others] : [])]).leftOut).toBe(sentence);
    }
  });

  test("are counted by one more request, over everyone in any item's table", () => {
    const last = (look: Record<string, string>) => {
      const { asked, state } = shownGrid(look);
      const requests = requestsOf(asked, state);
      return requests.length > 4 ? requests.at(-1) : null;
    };
    const answered = (questionId: string) => ({ questionId, operator: "answered" });
    const unanswered = (questionId: string) => ({ questionId, operator: "eq", value: "No answer" });
    const of = { rows: [], columns: [], measures: [{ aggregationType: 1 }], weight: "w" };
    expect(last({})).toMatchObject({ ...of, filter: [{ any: [answered("price"), answered("staff")] }] });
    expect(last({ baseRule: "asked" })?.filter).toEqual([
      { any: [answered("price"), unanswered("price"), answered("staff"), unanswered("staff")] },
    ]);
    expect(last({ baseRule: "all" })).toBeNull();
    const { asked, state } = shownGrid();
    const { weight: _, ...unweighted } = asked;
    expect(requestsOf(unweighted, state)).toHaveLength(4);
  });

  test("are not told by a condition on a row that is an option's", () => {
    const unweighted = [...persons(2, 1, null), ...persons(1, null, 4)];
    const of = shownGrid({ baseRule: "asked" }, people, unweighted);
    expect(told(of).leftOut).toContain("3 responses left out");
    const [first, ...rest] = of.read.tables;
    const named = first && { ...first, rows: first.rows.map((path, at) => (at === 0 ? ["No answer"] : path)) };
    expect(told(of, [...(named ? [named] : []), ...rest]).leftOut).toContain("At least 2 responses");
  });
});

describe("a grid as one table", () => {
  test("is of the definitions of all its questions, in one version whatever their order", () => {
    const says = (look: Record<string, string>) =>
      provenanceText(told(shownGrid(look)).made.table.provenance, null, format);
    const [one, other] = orders.map((rows) => says({ rows, columns: "" }));
    expect(one).toMatch(/; definitions of 2 questions, version [0-9a-f]{8}\.$/);
    expect(other).toBe(one);
    const [beside, turned] = orders.map((rows) => says({ rows }));
    expect(beside).toContain("definitions of 3 questions");
    expect(turned).toBe(beside);
    expect(beside).not.toBe(one);
  });

  test("does not say which data it is of where the service says it of some items alone", () => {
    const of = shownGrid();
    for (const at of of.read.tables.slice(0, 4).keys()) {
      const tables = of.read.tables.map((table, place) => {
        const { provenance: _, ...untold } = table;
        return place === at ? untold : table;
      });
      expect(told(of, tables).made.table.provenance).toBeUndefined();
    }
  });

  test("shares columns where respondents stand in several of them under any item", () => {
    const questions = gridQuestions.filter(({ id }) => id !== "sex");
    const shared = (table: PivotTable): PivotTable => ({
      ...table,
      base: table.base.map((row) => row.map((cell, at) => (at === 2 ? cell.map(() => 1) : cell))),
    });
    for (const at of [1, 3]) {
      const { read } = shownGrid();
      const of = { ...read, tables: read.tables.map((table, place) => (place === at ? shared(table) : table)) };
      const made = madeOf(of, { names: namesOf(of, known), fields: [], questions });
      expect(made.items?.items.map(({ table }) => table.spans?.[0]?.isShared)).toEqual([true, true]);
    }
  });

  test("names its totals apart from what any item or column of the banner is called", () => {
    const { read } = shownGrid();
    for (const at of [1, 3]) {
      const of = {
        ...read,
        tables: read.tables.map((table, place) => ({
          ...table,
          ...(place === at && { columnCodes: [[7], [2], []], columns: [["Total"], ["Male"], []] }),
        })),
      };
      const made = madeOf(of, { names: namesOf(of, known), ...known });
      const [, , , answer] = longColumns(made, { project: "p", data: "" });
      const ofAll = { row: ["Price"], column: [], figure: 1, base: 1, weightedBase: 1, effectiveBase: 1 };
      expect(answer?.value({ ...ofAll, value: { show: "mean", questionId: "price" } })).toBe("Total (all)");
    }
  });
});
