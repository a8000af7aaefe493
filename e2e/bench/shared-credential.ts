import { setTimeout as sleep } from "node:timers/promises";
import proxy from "@fastify/http-proxy";
import fastify from "fastify";
import { median, say } from "./figures";
import { sessionOf } from "./person";
import { type StandIn, standInSurveyIds } from "./stand-in";

const PEOPLE = 20;
const LISTS = ["", "?status=Live", "?status=Live,Paused&page=2", "?sort=name", "?search=survey%201"];
const EDITORS_EACH = 5;

/** A page: where it is, the upstream calls that it needs, and texts that only real data of all of them bring into it. */
type Page = { path: string; calls: string[]; shows: string[] };

const listPage = (state: string): Page => ({
  path: `/surveys${state}`,
  calls: [`/surveys${state && "?page_size=50"}`, "/projects?page_size=500"],
  shows: ["Stand-in survey ", "SI-1"],
});

const editorPage = (index: number): Page => {
  const id = standInSurveyIds[index] ?? "";
  return {
    path: `/surveys/${id}`,
    calls: [`/surveys?ids=${id}`, "/definitions", "/projects?page_size=500"],
    shows: [`Stand-in survey ${index + 1}`, "time_zones", "SI-1"],
  };
};

/** Ten pages each: everybody has the same five lists open, and five surveys that nobody else has. */
const pagesOf = (person: number): Page[] => [
  ...LISTS.map(listPage),
  ...Array.from({ length: EDITORS_EACH }, (_, index) => editorPage(person * EDITORS_EACH + index)),
];

type Opened = { answered: boolean; ms: number };

async function open(read: () => Promise<boolean>): Promise<Opened> {
  const since = performance.now();
  const answered = await read().catch(() => false);
  return { answered, ms: performance.now() - since };
}

async function openThroughProduct(url: string, connection: string, { email }: StandIn): Promise<Opened[]> {
  const sessions: { cookie: string }[] = [];
  for (let person = 0; person < PEOPLE; person++) sessions.push(await sessionOf(url, email, connection, "a-password"));
  const pages = sessions.flatMap((headers, person) => pagesOf(person).map((page) => ({ headers, ...page })));
  return Promise.all(
    pages.map(({ path, headers, shows }) =>
      open(async () => {
        const reply = await fetch(`${url}${path}`, { headers });
        const text = await reply.text();
        return reply.ok && shows.every((part) => text.includes(part));
      }),
    ),
  );
}

async function openThroughProxy({ url }: StandIn): Promise<Opened[]> {
  const server = fastify();
  await server.register(proxy, { upstream: url });
  const origin = await server.listen({ host: "127.0.0.1", port: 0 });
  const headers = { authorization: "stand-in-token" };
  const reads = async (path: string) => {
    const reply = await fetch(`${origin}${path}`, { headers });
    await reply.text();
    return reply.ok;
  };
  try {
    const pages = Array.from({ length: PEOPLE }, (_, person) => pagesOf(person)).flat();
    return await Promise.all(
      pages.map(({ calls }) => open(async () => (await Promise.all(calls.map(reads))).every(Boolean))),
    );
  } finally {
    await server.close();
  }
}

/** Twenty people open ten pages each, all at once, through one credential that may make ten calls of a kind a second. */
export async function sharedCredential(url: string, connection: string, standIn: StandIn): Promise<void> {
  const total = PEOPLE * pagesOf(0).length;
  say(`\n${total} pages opened at once by ${PEOPLE} people of one credential, 10 calls of a kind allowed a second:`);
  tell("through the product     ", await openThroughProduct(url, connection, standIn), standIn);
  await sleep(2000); // the proxy begins with a whole second of calls
  tell("through @fastify/http-proxy", await openThroughProxy(standIn), standIn);
}

function tell(name: string, opened: Opened[], standIn: StandIn): void {
  const share = (100 * opened.filter(({ answered }) => answered).length) / opened.length;
  const times = opened.map(({ ms }) => ms / 1000);
  const { calls, refused, busiestSecond } = standIn.takeCounts();
  say(
    `  ${name}  ${share.toFixed(1)} % answered with data, half within ${median(times).toFixed(1)} s, all within ${Math.max(...times).toFixed(1)} s;`,
  );
  say(`    ${calls} calls, at most ${busiestSecond} of a kind in any second, ${refused} refused`);
}
