import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { createSurvey } from "./create-survey";
import { createProject } from "./write-project";

withOwnDatabase();
const service = withDemandService({ timeoutMs: 3000 });

const context = panelContext();
const PAGES = 9;
const many = (of: object) => Array.from({ length: PAGES }, (_, at) => ({ ...of, id: `old-${at}` }));
const survey = { project_id: "p", name: "New", status: "Draft" };
const project = { account_id: "a", project_manager_id: "m", project_name: "New", project_number: "1" };

test("what is read before a creation takes longer than a write may, and the creation has its time all the same", async () => {
  Object.assign(service, { most: 1, pageMs: 250 });
  service.lists = { surveys: many(survey), projects: many(project) };
  const created = await createSurvey(context, survey);
  expect(created.survey).toMatchObject({ name: "New", id: `surveys-${PAGES + 1}` });
  expect(await createProject(context, project)).toMatchObject({ id: `projects-${PAGES + 1}` });
}, 20_000);
