import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { definitions } from "@/lib/service/demand/catalogue";

const REPLY_MS = 30;
const LIMIT = 10;
const WINDOW_MS = 1000;
const SURVEYS = 400;
const ACCOUNT = "stand-in-account";
const PERSON = { id: "stand-in-person", email: "team@stand-in.test", name: "Stand-in team" };

const ids = Array.from({ length: SURVEYS }, (_, index) => `stand-in-survey-${String(index + 1).padStart(4, "0")}`);
export const standInSurveyIds: readonly string[] = ids;
const statuses = ["Draft", "Live", "Live", "Paused", "Complete", "Complete"];

const surveys = ids.map((id, index) => ({
  id,
  project_id: `stand-in-project-${(index % 8) + 1}`,
  name: `Stand-in survey ${index + 1}`,
  status: statuses[index % statuses.length] ?? "Draft",
  respondents: 500,
  country_code: "US",
  language_code: "en",
  length_of_interview: 10,
  incidence_rate: 40,
  collects_pii: false,
  hashing_enabled: false,
  out_of_field_date: "2030-01-31 18:00:00",
  out_of_field_timezone: "Eastern Standard Time",
  device_compatibilities: ["desktop", "mobile"],
  calculation_type: "Completes",
  traffic_control_limit_type: "None",
  entry_link: "https://client.example/s?rid=[%RID%]",
  offered_price_per_complete: 4.5,
  minimum_price_per_complete: 2.5,
  respondent_attributes: [
    {
      quota_id: `${id}-1`,
      quota_name: "Everybody",
      quota: 500,
      survey_starts: 40,
      survey_completes: 20,
      qualifications: [],
    },
  ],
  field_details: {
    survey_starts: 40,
    survey_completes: 20,
    standard_terminations: 15,
    quality_terminations: 2,
    security_terminations: 1,
    overquota_terminations: 2,
    total_cost: 90,
    actual_length_of_interview: 9.5,
    actual_incidence_rate: 45,
    last_complete_at: "2029-12-31T12:00:00.000Z",
  },
}));

const projects = Array.from({ length: 8 }, (_, index) => ({
  id: `stand-in-project-${index + 1}`,
  account_id: ACCOUNT,
  project_manager_id: PERSON.id,
  project_name: `Stand-in project ${index + 1}`,
  project_number: `SI-${index + 1}`,
  session_exclusions: [],
  business_unit: null,
}));

type Surveyed = (typeof surveys)[number];

/** As the specification lists surveys: oldest first, by id, project and status, with the asked fields. */
function listSurveys(query: URLSearchParams) {
  const words = (name: string) => query.get(name)?.split(",");
  const asked = { ids: words("ids"), projects: words("project_ids"), statuses: words("statuses") };
  const found = surveys.filter(
    ({ id, project_id, status }) =>
      (asked.ids?.includes(id) ?? true) &&
      (asked.projects?.includes(project_id) ?? true) &&
      (asked.statuses?.includes(status) ?? true),
  );
  const fields = words("fields");
  const shown = (survey: Surveyed) =>
    fields
      ? Object.fromEntries(Object.entries(survey).filter(([name]) => name === "id" || fields.includes(name)))
      : survey;
  return listed("surveys", found.map(shown), query);
}

function listed(things: string, all: unknown[], query: URLSearchParams) {
  const page = Number(query.get("page") ?? 1);
  const size = Number(query.get("page_size") ?? 50);
  const shown = all.slice((page - 1) * size, page * size);
  return { [`total_${things}`]: all.length, page, page_size: shown.length, [things]: shown };
}

const answers: Record<string, (query: URLSearchParams) => unknown> = {
  "/tokens": () => ({ token: "stand-in-token", expiration: new Date(Date.now() + 12 * 3_600_000).toISOString() }),
  "/accounts": (query) => listed("accounts", [{ id: ACCOUNT, name: "Stand-in account" }], query),
  "/users": (query) => listed("users", [PERSON], query),
  "/definitions": () => definitions(),
  "/qualifications": (query) => listed("qualifications", [], query),
  "/projects": (query) => listed("projects", projects, query),
  "/surveys": listSurveys,
};

export type StandIn = {
  url: string;
  email: string;
  /** Calls since the last time this was asked, by path, and the most of one path that arrived in any second. */
  takeCounts: () => { calls: number; refused: number; busiestSecond: number };
  stop: () => void;
};

/**
 * A remote demand service: of each operation's path it takes ten calls in any second and answers the rest with 429
 * and `Retry-After`. Every call takes 30 ms, refused ones nothing.
 */
export async function startStandIn(): Promise<StandIn> {
  let arrivals: { path: string; at: number; refused: boolean }[] = [];
  const taken = new Map<string, number[]>();

  const mayPass = (path: string, at: number): boolean => {
    const recent = (taken.get(path) ?? []).filter((moment) => moment > at - WINDOW_MS);
    const passes = recent.length < LIMIT;
    taken.set(path, passes ? [...recent, at] : recent);
    return passes;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
    const at = performance.now();
    const passes = mayPass(pathname, at);
    arrivals.push({ path: pathname, at, refused: !passes });
    const body = answers[pathname];
    if (!passes) return send(response, 429, { message: "Too many requests." }, { "retry-after": "1" });
    await sleep(REPLY_MS);
    send(response, body ? 200 : 404, body ? body(searchParams) : { message: "There is nothing here." });
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    email: PERSON.email,
    takeCounts: () => {
      const counted = arrivals;
      arrivals = [];
      const paths = [...new Set(counted.map(({ path }) => path))];
      const busiest = paths.map((path) => busiestSecond(counted.filter((call) => call.path === path)));
      return {
        calls: counted.length,
        refused: counted.filter(({ refused }) => refused).length,
        busiestSecond: Math.max(0, ...busiest),
      };
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** The most calls in any second that begins with one of them. Moments ascend. */
function busiestSecond(calls: { at: number }[]): number {
  let most = 0;
  let first = 0;
  calls.forEach(({ at }, last) => {
    while ((calls[first]?.at ?? at) <= at - WINDOW_MS) first += 1;
    most = Math.max(most, last - first + 1);
  });
  return most;
}
