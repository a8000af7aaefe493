import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { sessionOf } from "../bench/person";

const surveysReply = z.object({ surveys: z.array(z.object({ id: z.string(), name: z.string() })) });

const PAGES = ["/surveys", "/projects", "/answers", "/trends"];
/** A page is looked at several times at once, as its parts are: reads that may be joined. */
const AT_ONCE = 3;
const RENAMES_EVERY_MS = 300;

/**
 * Looks at pages one after the other, and renames a survey and reads it at once several times, whichever instances
 * answer: a page that fails, and a name that is not the one just saved, are counted.
 */
export async function startPageViewer(base: string) {
  const session = await sessionOf(base, "manager@demo.test");
  const headers = { ...session, origin: base, "content-type": "application/json" };
  const get = (path: string) => fetch(base + path, { headers });
  const list = surveysReply.parse(await (await get("/api/demand/surveys?page_size=1")).json());
  const survey = list.surveys[0];
  if (!survey) throw new Error("The demo data holds no survey.");
  const found = { pages: 0, failed: [] as string[], saves: 0, stale: [] as string[] };
  let running = true;

  /** Null where the reply broke off, before or in its text. */
  const load = async (path: string) => {
    try {
      const reply = await get(path);
      const text = await reply.text();
      const isShown = reply.ok && text.includes("</html>") && !reply.url.includes("/sign-in");
      return { isShown, status: reply.status };
    } catch {
      return null;
    }
  };
  const look = async (path: string) => {
    const first = await load(path);
    // One that broke off is loaded again, as a person does; it then has to be there.
    const page = first && first.status < 400 ? first : await load(path);
    found.pages += 1;
    if (!page?.isShown) found.failed.push(`${path} ${page?.status ?? "no answer"}`);
  };
  const nameNow = async () => {
    const reply = await get(`/api/demand/surveys?ids=${survey.id}&fields=name`);
    return reply.ok ? (surveysReply.parse(await reply.json()).surveys[0]?.name ?? null) : null;
  };
  const rename = async (name: string) => {
    const body = JSON.stringify({ id: survey.id, name });
    const reading = [nameNow(), nameNow()].map((each) => each.catch(() => null));
    const reply = await fetch(`${base}/api/demand/surveys`, { method: "PATCH", headers, body }).catch(() => null);
    if (!reply?.ok) {
      if (reply && reply.status !== 502)
        found.failed.push(`rename ${reply.status} ${(await reply.text()).slice(0, 300)}`);
      return;
    }
    found.saves += 1;
    const read = await Promise.all(Array.from({ length: AT_ONCE }, () => nameNow().catch(() => null)));
    for (const seen of read) if (seen !== null && seen !== name) found.stale.push(`${seen} after ${name}`);
    await Promise.all(reading);
  };
  const looking = (async () => {
    for (let at = 0; running; at += 1) await look(PAGES[at % PAGES.length] ?? "/surveys");
  })();
  const saving = (async () => {
    for (let at = 1; running; at += 1) await Promise.all([rename(`Renamed ${at}`), sleep(RENAMES_EVERY_MS)]);
  })();
  return {
    found,
    stop: async () => {
      running = false;
      await Promise.all([looking, saving]);
    },
  };
}
