import { describe, expect, test } from "vitest";
import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { MOST_CELLS } from "@/lib/contracts/terms/pivot";
import { AppError } from "@/lib/http/problem";
import { readTogether } from "./read-together";

const provenance = {
  ...{ revision: 3, revisedAt: null, responses: 200, excluded: 0, weight: null, definitions: "d", questions: [] },
};
const tableOf = (revision: number, rows = 2): PivotTable => ({
  ...{ rows: Array.from({ length: rows }, () => []), columns: [[]], rowCodes: [], columnCodes: [], excluded: 0 },
  ...{ cells: [], base: [], weightedBase: [], effectiveBase: [], deviation: [] },
  provenance: { ...provenance, revision },
});
const requests = ["a", "b", "c", "d", "e"].map((column): PivotRequest => {
  return {
    projectId: "p",
    rows: [],
    columns: [column],
    measures: [{ aggregationType: 1 }],
    filter: [],
    baseRule: "all",
  };
});

describe("tables that make one together", () => {
  test("are read three at a time and given back in their order", async () => {
    let [underWay, most] = [0, 0];
    const tables = await readTogether(requests, async ({ columns }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((done) => setTimeout(done, columns[0] === "a" ? 5 : 1));
      underWay -= 1;
      return { ...tableOf(3), columns: [columns] };
    });
    expect(tables.map(({ columns }) => columns[0]?.[0])).toEqual(["a", "b", "c", "d", "e"]);
    expect(most).toBe(3);
  });

  test("are refused where the answers changed between two of them", async () => {
    const read = async ({ columns }: PivotRequest) => tableOf(columns[0] === "e" ? 4 : 3);
    await expect(readTogether(requests, read)).rejects.toMatchObject({
      ...{ code: "conflict", message: "The answers changed while the table was read. Read it again." },
    });
  });

  test("are refused as soon as they are too large together, before the rest is read", async () => {
    const read: string[] = [];
    const tooLarge = readTogether(requests, async ({ columns }) => {
      read.push(...columns);
      return tableOf(3, MOST_CELLS / 3 + 1);
    });
    await expect(tooLarge).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("100,000 cells"),
    });
    expect(read).toEqual(["a", "b", "c"]);
  });
});

describe("a request that counts whom weights leave out", () => {
  const figures = requests.slice(0, 2);
  const counting = figures.map((request): PivotRequest => {
    return { ...request, columns: [], filter: [{ any: [{ questionId: "a", operator: "answered" }] }] };
  });
  const asked = [...figures, ...counting.slice(0, 1)];
  const readWith = (count: () => PivotTable, excluded = 2) =>
    readTogether(asked, async ({ filter }) => (filter.length > 0 ? count() : { ...tableOf(3), excluded }));

  test("is read where somebody is left out, and gives the last table", async () => {
    expect(await readWith(() => ({ ...tableOf(3), excluded: 7 }))).toHaveLength(3);
    const unread = () => {
      throw new Error("It is not to be read.");
    };
    expect(await readWith(unread, 0)).toHaveLength(2);
  });

  test("may be refused by the service, but not be of other answers or fail for any other reason", async () => {
    const failing = (code: "invalid" | "unavailable" | "busy") =>
      readWith(() => {
        throw new AppError(code, "No.");
      });
    expect(await failing("invalid")).toHaveLength(2);
    expect(await failing("unavailable")).toHaveLength(2);
    await expect(failing("busy")).rejects.toMatchObject({ code: "busy" });
    await expect(readWith(() => tableOf(4))).rejects.toMatchObject({ code: "conflict" });
  });
});
