import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { signIn } from "@/lib/auth/sign-in";
import { FAILURES_TO_OPEN } from "@/lib/contracts/rules/service-state";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { createSurvey } from "./create-survey";
import { updateSurvey } from "./write-survey";

withOwnDatabase();
const service = withDemandService();

/** What a person is told of each failure: by whom, what, and whether anything was saved, once. */
let people = 0;
/** Somebody whose calls nobody else's wait for. */
function somebody() {
  const context = panelContext();
  people += 1;
  return { ...context, viewer: { ...context.viewer, email: `${people}@x.test`, token: `token-${people}` } };
}

const READING = ["GET"];
const WRITING = ["PATCH", "POST"];
const wait = { status: 429, headers: { "retry-after": "20" } };
const page = { status: 200, body: "<!doctype html><p>Hello" };
const away = { status: 503, body: "<h1>Away</h1>" };
const WEB_PAGE = "Panel answered with something that cannot be read: it is a web page, not JSON.";

const cases = [
  ["asks to wait before anything is sent", READING, wait, "Panel asks to wait 20 s. Nothing was saved.", "busy"],
  ["asks to wait for the write", WRITING, wait, "Panel asks to wait 20 s. Nothing was saved.", "busy"],
  ["answers a read with a web page", READING, page, `${WEB_PAGE} Nothing was saved.`, "unavailable"],
  [
    "answers the write with a web page, and has not carried it out",
    WRITING,
    page,
    `${WEB_PAGE} Your changes are not there yet and may still arrive. Check the survey before you save again.`,
    "uncertain",
  ],
  ["is away", WRITING, away, "Panel is not available at the moment (503). Nothing was saved.", "unavailable"],
] as const;

test.each(cases)("a save to a service that %s", async (_, methods, answer, message, code) => {
  service.lists.surveys = [{ id: "s-1", name: "Old", project_id: "p" }];
  const context = somebody();
  await updateSurvey(context, { id: "s-1", name: "First" }, null);
  service.fails = { methods: [...methods], ...answer };
  await expect(updateSurvey(context, { id: "s-1", name: "New" }, null)).rejects.toMatchObject({ message, code });
});

test("a creation that the service puts off was not made, and says for how long", async () => {
  service.fails = { methods: WRITING, ...wait };
  const creating = createSurvey(somebody(), { project_id: "p", name: "New", status: "Draft" });
  await expect(creating).rejects.toMatchObject({
    message: "Panel asks to wait 20 s. The survey was not created.",
    retryAfterMs: 20_000,
  });
});

test("signing in at a service that is away names it", async () => {
  service.fails = { methods: WRITING, ...away };
  const client = { requestId: "r", clientAddress: "192.0.2.1", userAgent: null, formerSession: undefined };
  const signingIn = signIn({ connection: "panel", email: "a@b.test", password: "secret" }, client);
  await expect(signingIn).rejects.toThrow("Panel is not available at the moment (503). Try again in a moment.");
});

test("a save to a service that does not respond is refused before anything is sent", async () => {
  const failing = sql`
    insert into service_health (connection, interface, failures) values ('panel', 'demand', ${FAILURES_TO_OPEN})
    on conflict (connection, interface) do update set failures = excluded.failures`;
  const saving = async () => {
    await db().execute(failing);
    service.calls = [];
    return updateSurvey(somebody(), { id: "s-1", name: "New" }, null).catch(({ message }: Error) => message);
  };
  // What is known of a service is read once in a second.
  await expect.poll(saving, { timeout: 10_000 }).toBe("Panel is not responding. Nothing was saved.");
  expect(service.calls.filter((call) => call.includes("/surveys"))).toEqual([]);
  await db().execute(sql`truncate service_health`);
});
