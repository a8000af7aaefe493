import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { newSurvey } from "../new-survey";

const created = z.object({ id: z.string() });
const tokenReply = z.object({ token: z.string() });
const projectList = z.object({ projects: z.array(created) });
const surveyList = z.object({ surveys: z.array(created) });

/** The interface admits ten calls a second for one credential. */
const PACE_MS = 130;
const CALL_TIMEOUT_MS = 5000;
/** What comes before anything is killed is not judged by the clock. */
const BEGIN_TIMEOUT_MS = 60_000;
const IDS_PER_CALL = 50;

export type Writer = {
  acknowledged: string[];
  /** Calls that were refused or had no answer; normal while something is down. */
  unacknowledged: number;
  /** Resolves to the moment of the next acknowledged write. */
  next: (patienceMs: number) => Promise<number | undefined>;
  stop: () => Promise<void>;
  /** The acknowledged surveys that cannot be found. */
  missing: () => Promise<string[]>;
};

/** Creates surveys one after the other, as a client of the interface does, and remembers those answered with 201. */
export async function startWriter(base: () => string, email: string, password: string): Promise<Writer> {
  let timeoutMs = BEGIN_TIMEOUT_MS;
  const call = async (path: string, init: { method?: string; body?: unknown; token?: string } = {}) => {
    const response = await fetch(`${base()}/service/demand${path}`, {
      method: init.method ?? "GET",
      headers: { "content-type": "application/json", ...(init.token ? { authorization: init.token } : {}) },
      body: init.body === undefined ? undefined : JSON.stringify(init.body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const { token } = tokenReply.parse((await call("/tokens", { method: "POST", body: { email, password } })).body);
  const { projects } = projectList.parse((await call("/projects?page_size=1", { token })).body);
  const projectId = projects[0]?.id;
  if (!projectId) throw new Error("The demo data holds no project to write surveys into.");

  timeoutMs = CALL_TIMEOUT_MS;

  const writer = { acknowledged: [] as string[], unacknowledged: 0 };
  let lastAt = 0;
  let lastRefusal = "";
  let running = true;
  const writeOne = async (number: number) => {
    try {
      const body = newSurvey(projectId, { name: `Kill trial ${number}` });
      const reply = await call("/surveys", { method: "POST", body, token });
      if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
      writer.acknowledged.push(created.parse(reply.body).id);
      lastAt = Date.now();
    } catch (error) {
      writer.unacknowledged += 1;
      lastRefusal = String(error);
    }
  };
  const loop = (async () => {
    for (let number = 1; running; number++) await Promise.all([writeOne(number), sleep(PACE_MS)]);
  })();

  return {
    get acknowledged() {
      return writer.acknowledged;
    },
    get unacknowledged() {
      return writer.unacknowledged;
    },
    async next(patienceMs) {
      const since = Date.now();
      while (Date.now() - since < patienceMs) {
        if (lastAt > since) return lastAt;
        await sleep(10);
      }
      process.stdout.write(`No write was acknowledged. The last answer: ${lastRefusal}\n`);
      return undefined;
    },
    async stop() {
      running = false;
      await loop;
    },
    async missing() {
      const found = new Set<string>();
      for (let at = 0; at < writer.acknowledged.length; at += IDS_PER_CALL) {
        const ids = writer.acknowledged.slice(at, at + IDS_PER_CALL);
        const { body } = await call(`/surveys?ids=${ids.join(",")}&fields=name&page_size=500`, { token });
        for (const { id } of surveyList.parse(body).surveys) found.add(id);
        await sleep(PACE_MS);
      }
      return writer.acknowledged.filter((id) => !found.has(id));
    },
  };
}
