import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "../api/world";
import { newSurvey } from "../new-survey";
import { openSession } from "../sessions";
import { visit } from "./person";

/** More than pickers and columns read at first. */
const MANY = 510;

test("a project behind the first five hundred is found by name and number, and named in rows", async ({
  page,
  context,
  world: { sql, addPerson, service },
}) => {
  const [account] = await sql<{ id: string }[]>`insert into accounts (name) values (${randomUUID()}) returning id`;
  const accountId = account?.id ?? "";
  const number = `Z-${randomUUID().slice(0, 8)}`;
  const [last] = await sql<{ id: string; name: string }[]>`
    with made as (
      insert into projects (account_id, project_manager_id, project_name, project_number, created_at)
      select ${accountId}, ${service.managerId}, 'Project ' || n, case n when ${MANY} then ${number} else 'N' || n end,
        now() + n * interval '1 ms'
      from generate_series(1, ${MANY}::int) n returning id, project_name as name, project_number)
    select id, name from made where project_number = ${number}`;
  const { id, name } = last ?? { id: "", name: "" };
  const session = await openSession(await addPerson("manager", accountId));
  const made = await session.post("/api/demand/surveys", { data: newSurvey(id, { name: "Late" }) });
  expect(made.status(), await made.text()).toBe(201);
  await context.addCookies(session.cookies());

  await visit(page, "/surveys");
  const row = page.getByRole("table", { name: "Surveys" }).getByRole("row").filter({ hasText: "Late" });
  await expect(row).toContainText(name);
  const project = page.getByRole("combobox", { name: "Project" });
  await project.click();
  await project.fill(name);
  await page.getByRole("option", { name }).click();
  await expect(page).toHaveURL(new RegExp(`project=${id}`));
  await expect(row).toBeVisible();
  await visit(page, `/surveys?project=${id}`);
  await expect(project).toHaveValue(name);

  await visit(page, "/surveys/new");
  await project.click();
  await project.fill(number);
  await page.getByRole("option", { name }).click();
  await expect(project).toHaveValue(name);
});
