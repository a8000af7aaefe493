import { type IncomingHttpHeaders, request } from "node:http";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import type { Outcome } from "@/lib/contracts/terms/fielding";
import { expect } from "../expect";
import { baseURL, createSurvey, type Json, type World } from "./world";

/** Respondents of the API tests: they come as browsers do, each with an agent of their own, and follow no redirect. */

export const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

let browsers = 0;
/** A desktop's agent that no other respondent has: who shares address and agent with another is a duplicate. */
export function newBrowser(): string {
  browsers += 1;
  const build = `${process.pid}.${browsers}`;
  return `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${build} Safari/537.36`;
}

export type Seen = { status: number; headers: IncomingHttpHeaders; location: string | undefined; body: string };
export type Way = { agent?: string; method?: string; headers?: Record<string, string> };

/** What a target answers, sent byte for byte. */
export function visit(target: string, { agent = newBrowser(), method = "GET", headers = {} }: Way = {}): Promise<Seen> {
  const { hostname, port } = new URL(baseURL());
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: hostname, port, path: target, method, headers: { "user-agent": agent, ...headers } },
      (reply) => {
        let body = "";
        reply.setEncoding("utf8").on("data", (text: string) => {
          body += text;
        });
        reply.on("end", () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, location: reply.headers.location, body }),
        );
      },
    );
    sent.on("error", reject).end();
  });
}

/** A live survey of one worker's account, for a test alone. */
export const liveSurvey = async (world: World, members: Json = {}): Promise<BuiltInSurvey> =>
  createSurvey(world.service, { status: "Live", incidence_rate: 100, ...members });

export const enter = ({ id }: { id: string }, query = "", way: Way = {}): Promise<Seen> =>
  visit(`/enter/${id}${query && `?${query}`}`, way);

/** The session's id in the entry link that a respondent was sent to. */
export function ridOf({ status, location = "", body }: Seen): string {
  expect(status, body).toBe(302);
  return new URL(location).searchParams.get("id") ?? "";
}

export const comeBack = (outcome: Outcome, rid: string, rest = ""): Promise<Seen> =>
  visit(`/return/${outcome}?rid=${rid}${rest}`);

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** A page for a person in their language: small, without cookies, ids or anything of the machine behind it. */
export function expectPage(seen: Seen, status: number, { language = "en", title = /\S/ } = {}): void {
  expect(seen.status, seen.body).toBe(status);
  expect(seen.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(seen.headers["cache-control"]).toContain("no-store");
  expect(seen.headers["referrer-policy"]).toBe("no-referrer");
  expect(seen.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(seen.headers["set-cookie"]).toBeUndefined();
  expect(seen.body).toContain(`<html lang="${language}">`);
  expect(/<h1>(.*?)<\/h1>/.exec(seen.body)?.[1]).toMatch(title);
  expect(seen.body.length).toBeLessThan(30_000);
  expect(seen.body).not.toMatch(/<script|node_modules|Error:|\bat .*\.(ts|js|mjs):\d+|insert into/i);
  if (!seen.body.includes("<form")) expect(seen.body).not.toMatch(UUID);
}

export type SessionRow = {
  rdud: string;
  status: string;
  reason: string | null;
  reached: boolean;
  test: boolean;
} & Json;

export async function sessionsOf({ sql }: World, { id }: { id: string }): Promise<SessionRow[]> {
  const rows = await sql<SessionRow[]>`
    select rdud, status, reason, reached, test, supplier, respondent, device, hash_result, counted, ended_at
    from responses where survey_id = ${id} order by rdud`;
  return rows.map((row) => ({ ...row }));
}

export async function refusalsOf({ sql }: World, { id }: { id: string }): Promise<string[]> {
  const rows = await sql<{ refusal: string }[]>`
    select refusal from refused_returns where survey_id = ${id} order by id`;
  return rows.map(({ refusal }) => refusal);
}

/** All that entries and returns of a survey can change. */
export async function stateOf(world: World, survey: { id: string }): Promise<Json> {
  const [places] = await world.sql`
    select p.starts, p.completes, p.open, p.admitted, s.status from survey_places p join surveys s on s.id = p.survey_id
    where p.survey_id = ${survey.id}`;
  return { sessions: await sessionsOf(world, survey), places: { ...places } };
}
