import { expect } from "@playwright/test";
import { newTableName } from "@/lib/stores/clickhouse/answer-table";
import { closeClickhouse, runStatement } from "@/lib/stores/clickhouse/client";
import { question, writeAnswers } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { test, type World } from "../api/world";
import { listenToConsole, signInAnew, visit } from "./person";

test.beforeAll(() => {
  reachAnswers(process.env.INSTANCE_DATA_DIR ?? "");
});
test.afterAll(() => closeClickhouse());

const options = (letter: string, many: number) =>
  Array.from({ length: many }, (_, at): [number, string, null] => [at + 1, `${letter} ${at + 1}`, null]);

const questions = [
  question(1, "region", "single", { options: options("R", 300) }),
  question(2, "car", "single", { options: options("C", 200) }),
];

/** A project of 6,000 responses: a region and a car whose numbers differ by whole hundreds have 10 together. */
async function addAnswers({ sql, service }: World): Promise<string> {
  const { accountId, managerId } = service;
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${accountId}, ${managerId}, ${`Huge ${crypto.randomUUID()}`}, 'H-1') returning id`;
  const id = row?.id ?? "";
  const table = newTableName();
  await writeAnswers(table, questions, []);
  await runStatement(
    `INSERT INTO ${table} (_row, _id, _time, _excluded, q1, q2)
      SELECT number, toString(number), NULL, 0, number % 300 + 1, number % 200 + 1
      FROM numbers(6000)`,
  );
  await showAnswers(sql, { accountId, projectId: id, table, questions, weights: [] });
  return id;
}

test("a table of 60,000 cells is gone through by keyboard to its ends", async ({ page, context, world }) => {
  const listener = listenToConsole(page);
  const id = await addAnswers(world);
  await signInAnew(context, await world.addPerson("analyst"));
  await visit(page, `/pivots?project=${id}&rows=region&columns=car&values=count&bases=none`);
  const pivot = page.getByRole("table", { name: "Cross table" });
  await expect(pivot).toHaveAttribute("aria-colcount", "202");
  // Of 301 rows and 201 columns of figures those are in the page that are in view.
  expect(await pivot.getByRole("button").count()).toBeLessThan(3000);

  /** The figure that has the focus, in its row and under its column, as a person reads them. */
  const focused = pivot.locator("td button:focus");
  const expectAt = async (row: string, column: string, figure: string) => {
    await expect(focused).toHaveText(figure);
    await expect(focused).toBeInViewport();
    await expect(pivot.locator("tr:has(td button:focus)").getByRole("rowheader")).toHaveText(row);
    const over = await focused.evaluate((button) => {
      const { left, width } = button.getBoundingClientRect();
      const heads = [...(button.closest("table")?.querySelectorAll("thead th") ?? [])].toReversed();
      const isOver = (head: Element) => {
        const box = head.getBoundingClientRect();
        return box.left <= left + width / 2 && left + width / 2 <= box.right;
      };
      return heads.find(isOver)?.textContent;
    });
    expect(over).toBe(column);
  };
  await pivot
    .getByRole("row", { name: /^R 1\b/ })
    .getByRole("button")
    .first()
    .focus();
  await expectAt("R 1", "C 1", "10");
  await page.keyboard.press("Control+End");
  await expectAt("Total", "Total", "6,000");
  await page.keyboard.press("ArrowUp");
  await expectAt("R 300", "Total", "20");
  await page.keyboard.press("ArrowLeft");
  await expectAt("R 300", "C 200", "10");
  await page.keyboard.press("ArrowUp");
  await expectAt("R 299", "C 200", "0");
  await page.keyboard.press("Home");
  await expectAt("R 299", "C 1", "0");
  await page.keyboard.press("Control+Home");
  await expectAt("R 1", "C 1", "10");
  await page.keyboard.press("End");
  await expectAt("R 1", "Total", "20");
  // A page is as many rows as are in view, and back again is where it began.
  const rowHead = pivot.locator("tr:has(td button:focus)").getByRole("rowheader");
  await page.keyboard.press("PageDown");
  await expect(rowHead).toHaveText(/^R ([5-9]|\d\d)$/);
  await expect(focused).toBeInViewport();
  await page.keyboard.press("PageUp");
  await expectAt("R 1", "Total", "20");
  listener.expectQuiet();
});
