import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { createSurvey } from "./create-survey";
import { accountOfProject } from "./own-project";
import { findSurvey } from "./surveys-by-id";
import { createProject, updateProject } from "./write-project";
import { updateSurvey } from "./write-survey";

withOwnDatabase();
const service = withDemandService();

let people = 0;
/** Somebody of whom nothing has been read yet. */
function somebody() {
  const context = panelContext();
  people += 1;
  return { ...context, viewer: { ...context.viewer, token: `token-${people}`, accounts: [{ id: "a", name: "A" }] } };
}

const survey = {
  ...{ id: "s-1", project_id: "p", name: "Old", status: "Draft", respondents: 100, respondent_attributes: [] },
  ...{ country_code: "US", language_code: "EN", length_of_interview: 5, incidence_rate: 80, collects_pii: false },
  ...{ hashing_enabled: false, out_of_field_date: "2031-01-01 00:00:00", out_of_field_timezone: "(UTC) UTC" },
  ...{ device_compatibilities: ["desktop"], calculation_type: "Completes", traffic_control_limit_type: "None" },
  ...{ entry_link: "https://a.test/?r=[%RID%]", offered_price_per_complete: 2 },
};
const READ = "GET /surveys?ids=s-1";
const WRITE = "PATCH /surveys";

/** What the service gets, in order, while `run` goes on. */
async function callsOf(run: () => Promise<unknown>): Promise<string[]> {
  service.calls.length = 0;
  await run();
  return [...service.calls];
}

test("a save takes one read and one write; the definitions that it needs first are read beside it, once", async () => {
  service.lists.surveys = [{ ...survey }];
  const context = somebody();
  const found = await findSurvey(context, "s-1");
  let revision = found?.revision ?? null;
  const save = (name: string) => async () => {
    revision = (await updateSurvey(context, { id: "s-1", name }, revision)).revision;
  };
  const first = await callsOf(save("New"));
  expect(first.toSorted()).toEqual(["GET /definitions", READ, WRITE]);
  expect(first.at(-1)).toBe(WRITE);
  expect(await callsOf(save("Newer"))).toEqual([READ, WRITE]);
  expect(service.lists.surveys).toMatchObject([{ name: "Newer" }]);
});

test("a save to another state than was read sends nothing", async () => {
  service.lists.surveys = [{ ...survey }];
  const context = somebody();
  const { revision } = await updateSurvey(context, { id: "s-1", name: "New" }, null);
  service.lists.surveys = [{ ...survey, name: "Somebody else's" }];
  const calls = await callsOf(() =>
    expect(updateSurvey(context, { id: "s-1", name: "Newer" }, revision)).rejects.toMatchObject({ code: "conflict" }),
  );
  expect(calls).toEqual([READ]);
});

test("only a save whose reply is lost reads the survey once more", async () => {
  service.lists.surveys = [{ ...survey }];
  const context = somebody();
  await updateSurvey(context, { id: "s-1", name: "New" }, null);
  service.losesReplies = 1;
  expect(await callsOf(() => updateSurvey(context, { id: "s-1", name: "Newer" }, null))).toEqual([READ, WRITE, READ]);
});

test("a creation reads what there is beside the definitions, then writes", async () => {
  const context = somebody();
  const calls = await callsOf(() => createSurvey(context, { ...survey, name: "New" }));
  expect(calls.slice(0, 2).toSorted()).toEqual([
    "GET /definitions",
    "GET /surveys?fields=id&page=1&page_size=500&project_ids=p",
  ]);
  expect(calls.slice(2)).toEqual(["POST /surveys"]);
});

test("a project is created and changed with one read and one write", async () => {
  const context = somebody();
  const body = { account_id: "a", project_manager_id: "m", project_name: "New", project_number: "1" };
  const created = await callsOf(() => createProject(context, body));
  expect(created.at(-1)).toBe("POST /projects");
  expect(
    created
      .slice(0, -1)
      .map((call) => call.split("?")[0])
      .toSorted(),
  ).toEqual(["GET /accounts", "GET /projects"]);
  const changed = await callsOf(() => updateProject(context, { id: "projects-1", project_name: "Newer" }));
  expect(changed).toEqual(["GET /projects?ids=projects-1", "PATCH /projects"]);
});

test("the project and the accounts that a trend rests on are asked for at the same time", async () => {
  service.lists = { projects: [{ id: "p", project_name: "P", account_id: "a" }], accounts: [{ id: "a", name: "A" }] };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.onPage = () => held;
  const account = accountOfProject(somebody(), "p");
  await expect.poll(() => service.calls).toHaveLength(2);
  release();
  expect(await account).toEqual({ id: "a", name: "A" });
});
