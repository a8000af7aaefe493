import { randomUUID } from "node:crypto";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import { expect } from "./expect";
import type { HttpSession } from "./http-session";

type Members = Record<string, unknown>;

export const women = { quota_name: "Women", quota: 60, qualifications: [{ question_id: 2, allowed_option_ids: [2] }] };
export const men = { quota_name: "Men", quota: 40, qualifications: [{ question_id: 2, allowed_option_ids: [1] }] };
/** Members of a survey that say whom it asks. */
export const ofWomenAndMen = { respondents: 100, respondent_attributes: [women, men] };
export const ofEverybody = (respondents: number) => ({
  respondents,
  respondent_attributes: [{ quota_name: "Everybody", quota: respondents, qualifications: [] }],
});

/** A survey as one would post it, flat, a Draft of one quota for everybody. */
export const newSurvey = (projectId: string, members: Members = {}): Members => ({
  project_id: projectId,
  name: `Survey ${randomUUID()}`,
  country_code: "US",
  language_code: "EN",
  length_of_interview: 5,
  incidence_rate: 80,
  collects_pii: false,
  hashing_enabled: false,
  out_of_field_date: "2031-05-31 18:00:00",
  out_of_field_timezone: "(UTC-10:00) Hawaii",
  device_compatibilities: ["desktop", "mobile"],
  calculation_type: "Completes",
  traffic_control_limit_type: "None",
  entry_link: "https://survey.example/start?id=[%RID%]",
  ...ofEverybody(100),
  ...members,
});

/** The first of the projects that a signed-in person sees. */
export async function firstProject(api: HttpSession): Promise<string> {
  const { projects } = await (await api.get("/api/demand/projects?page_size=1")).json();
  return projects[0].id;
}

/** Creates a survey for a test alone, in the first project of a signed-in person. */
export async function makeSurvey(api: HttpSession, members: Members = {}): Promise<BuiltInSurvey> {
  const reply = await api.post("/api/demand/surveys", { data: newSurvey(await firstProject(api), members) });
  expect(reply.status(), await reply.text()).toBe(201);
  return reply.json();
}
