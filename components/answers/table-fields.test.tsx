import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { guessImport, type LookedTable } from "@/lib/contracts/ours/imports";
import { on, renderPage, serve } from "../test-page";
import { TableFields } from "./table-fields";

const detected: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [], questions: [] },
};

const FILE = "5f0e4b1c-1111-4111-8111-000000000001";
const table: LookedTable = {
  ...{ sheets: ["Cover", "Data"], sheet: "Cover", delimiter: null, header_row: 1, header_rows: 1 },
  rows: [
    { row: 1, text: "Panel export" },
    { row: 4, text: "id | n | s" },
  ],
};

const page = (change: Partial<LookedTable> = {}) => {
  const onPlan = vi.fn();
  const looked = {
    ...{ file: { id: FILE, name: "a.xlsx", bytes: 1, project_id: "p" }, format: "xlsx", columns: [] },
    ...{ table, notices: [], problems: [], sample: [], looks: [] },
  };
  const calls = serve(
    on(guessImport, ({ body }) => ({
      ...looked,
      plan: { ...detected, layout: (body as { layout?: object }).layout },
    })),
  );
  const plan = { ...detected, layout: { sheet: "Cover", headerRows: 2 } };
  const fields = <TableFields {...{ file: FILE, mode: "append", plan, onPlan }} table={{ ...table, ...change }} />;
  return { ...renderPage(fields), calls, onPlan };
};

test("another header row is detected in the same sheet, and another sheet without what was chosen for this one", async () => {
  const { user, calls, onPlan } = page();
  await user.selectOptions(screen.getByLabelText("Header row"), "4: id | n | s");
  await expect.poll(() => onPlan).toHaveBeenCalledTimes(1);
  await user.selectOptions(screen.getByLabelText("Sheet"), "Data");
  await expect.poll(() => onPlan).toHaveBeenCalledTimes(2);
  const layouts = [{ sheet: "Cover", headerRow: 4 }, { sheet: "Data" }];
  expect(calls.map(({ body }) => body)).toEqual(layouts.map((layout) => ({ file: FILE, mode: "append", layout })));
  expect(onPlan.mock.calls.map(([plan]) => plan.layout)).toEqual(layouts);
  expect(screen.queryByLabelText("Delimiter")).toBeNull();
});

test("a text has a delimiter and no sheet", async () => {
  const { user, calls } = page({ sheets: [], sheet: null, delimiter: ";" });
  expect(screen.queryByLabelText("Sheet")).toBeNull();
  expect((screen.getByLabelText("Delimiter") as HTMLSelectElement).value).toBe(";");
  await user.selectOptions(screen.getByLabelText("Delimiter"), "Tab");
  await expect.poll(() => calls.map(({ body }) => body)).toMatchObject([{ layout: { delimiter: "\t" } }]);
});
