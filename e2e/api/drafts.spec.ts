import { randomUUID } from "node:crypto";
import { discardDraft, getDraft, saveDraft } from "@/lib/contracts/ours/drafts";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { type Client, clientOf, expectRefusal, type Json, test } from "./world";

const query = (id: string, thing = "surveys") => `?${new URLSearchParams({ thing, thing_id: id })}`;

const write = (id: string, members: Json = {}): Json => ({
  thing: "surveys",
  thing_id: id,
  writer: randomUUID(),
  version: 1,
  follows: null,
  base: { survey: { id }, revision: "r" },
  draft: { name: "Typed" },
  ...members,
});

type People = { one: Client; other: Client; analyst: Client };

/** Two managers and an analyst, in sessions of their own. */
const it = test.extend<People>({
  one: async ({ world }, use) => within(await world.addPerson("manager"), use),
  other: async ({ world }, use) => within(await world.addPerson("manager"), use),
  analyst: async ({ world }, use) => within(await world.addPerson("analyst"), use),
});

async function within(person: { email: string; password: string }, use: (client: Client) => Promise<void>) {
  const session = await openSession(person);
  await use(clientOf(session, "/api/drafts", () => ({})));
}

it("a draft is kept, read back by its own person alone, and dropped", async ({ one, other }) => {
  const id = randomUUID();
  const body = write(id);
  const kept = await one.post("", { body });
  expect(kept.status).toBe(200);
  expect(strictly(saveDraft.response.schema).parse(kept.json)).toMatchObject({ writer: body.writer, version: 1 });

  const read = await one.get(query(id));
  expect(strictly(getDraft.response.schema).parse(read.json)).toMatchObject({
    draft: { base: body.base, draft: body.draft, writer: body.writer, version: 1 },
  });
  expect(read.headers["cache-control"]).toBe("no-store");
  expect((await other.get(query(id))).json).toEqual({ draft: null });
  expect((await one.get(query(id, "projects"))).json).toEqual({ draft: null });

  const drop = { thing: "surveys", thing_id: id, writer: body.writer, follows: null };
  expect((await other.post("/discard", { body: drop })).json).toEqual({ discarded: false });
  const dropped = await one.post("/discard", { body: drop });
  expect(strictly(discardDraft.response.schema).parse(dropped.json)).toEqual({ discarded: true });
  expect((await one.get(query(id))).json).toEqual({ draft: null });
});

it("a second page is refused with 412 until it names the state that it goes on from", async ({ one }) => {
  const id = randomUUID();
  const first = write(id);
  await one.post("", { body: first });
  const second = write(id, { draft: { name: "Second page" } });
  expectRefusal("api", await one.post("", { body: second }), 412, "This draft is being edited in another window.");
  expect((await one.get(query(id))).json).toMatchObject({ draft: { draft: first.draft } });

  const follows = { writer: first.writer, version: 1 };
  expect((await one.post("", { body: { ...second, version: 2, follows } })).status).toBe(200);
  const late = { ...first, version: 2, draft: { name: "Late" } };
  expectRefusal("api", await one.post("", { body: late }), 412);
  expect((await one.get(query(id))).json).toMatchObject({ draft: { draft: second.draft } });
});

it("a write that a later one of the same page overtook changes nothing", async ({ one }) => {
  const id = randomUUID();
  const later = write(id, { version: 7, draft: { name: "Later" } });
  await one.post("", { body: later });
  const overtaken = await one.post("", { body: { ...later, version: 6, draft: { name: "Earlier" } } });
  expect(overtaken.json).toMatchObject({ version: 7 });
  expect((await one.get(query(id))).json).toMatchObject({ draft: { draft: { name: "Later" } } });
});

it("nobody keeps drafts without a session, or of what his role cannot change", async ({ world, analyst }) => {
  const body = write("new");
  expectRefusal("api", await world.anonymous.post("/api/drafts", { body }), 401);
  expectRefusal("api", await world.anonymous.get(`/api/drafts${query("new")}`), 401);
  expectRefusal("api", await world.anonymous.post("/api/drafts/discard", { body }), 401);
  expectRefusal("api", await analyst.post("", { body }), 403);
  expectRefusal("api", await analyst.get(query("new")), 403);
  expectRefusal("api", await analyst.post("/discard", { body }), 403);
});

it("what is typed about a project's questions is kept for who may edit them, and shown to nobody else", async ({
  world,
  one,
  analyst,
}) => {
  const id = world.service.projectId;
  const body = write(id, {
    ...{ thing: "questions", base: null },
    draft: {
      question: {
        form: "derived",
        of: "filter",
        id: "x".repeat(200),
        draft: { text: "Typed", options: [], missing: [] },
      },
      weight: null,
    },
  });
  expect((await analyst.post("", { body })).status).toBe(200);
  expect((await analyst.get(query(id, "questions"))).json).toMatchObject({ draft: { base: null, draft: body.draft } });

  const drop = { thing: "questions", thing_id: id, writer: body.writer, follows: null };
  expectRefusal("api", await one.post("", { body }), 403, /role/);
  expectRefusal("api", await one.get(query(id, "questions")), 403, /role/);
  expectRefusal("api", await one.post("/discard", { body: drop }), 403, /role/);
  for (const account of [world.service.accountId, world.stranger.accountId]) {
    await within(await world.addPerson("analyst", account), async (other) => {
      expect((await other.get(query(id, "questions"))).json).toEqual({ draft: null });
      expect((await other.post("/discard", { body: drop })).json).toEqual({ discarded: false });
    });
  }
  expect((await analyst.post("/discard", { body: drop })).json).toEqual({ discarded: true });
});

it("a draft larger than 1 MB is refused in a sentence, one just below is kept", async ({ one }) => {
  const id = randomUUID();
  const large = write(id, { draft: { name: "x".repeat(1024 * 1024) } });
  expectRefusal("api", await one.post("", { body: large }), 413, /larger than 1 MB/);
  expectRefusal("api", await one.post("", { body: write(id, { base: large.draft }) }), 413, /larger than 1 MB/);
  expect((await one.post("", { body: write(id, { draft: { name: "x".repeat(1_000_000) } }) })).status).toBe(200);
});

it("what is not a draft is refused, naming the field", async ({ one }) => {
  const bad: [Json, string][] = [
    [{ thing: "pivots" }, "thing"],
    [{ thing: undefined }, "thing"],
    [{ thing_id: "" }, "thing_id"],
    [{ thing_id: "x".repeat(201) }, "thing_id"],
    [{ thing_id: "a\u0000b" }, "thing_id"],
    [{ thing_id: 7 }, "thing_id"],
    [{ writer: "me" }, "writer"],
    [{ version: 0 }, "version"],
    [{ version: 1.5 }, "version"],
    [{ version: "1" }, "version"],
    [{ version: 3_000_000_000 }, "version"],
    [{ follows: { writer: "me", version: 1 } }, "follows.writer"],
    [{ follows: "me" }, "follows"],
    [{ base: "text" }, "base"],
    [{ base: undefined }, "base"],
    [{ draft: null }, "draft"],
    [{ draft: [1] }, "draft"],
    [{ draft: { name: "a\u0000b" } }, "draft"],
    [{ draft: { "a\u0000b": 1 } }, "draft"],
    [{ draft: { name: "\ud800" } }, "draft"],
  ];
  for (const [members, field] of bad) {
    const reply = await one.post("", { body: write("bad", members) });
    expectRefusal("api", reply, 400);
    expect(reply.json.fields, JSON.stringify(members)).toHaveProperty([field]);
  }
  for (const text of ["", "{", "[]", "null", '"draft"']) {
    const reply = await one.post("", { text, headers: { "content-type": "application/json" } });
    expectRefusal("api", reply, 400);
  }
  expectRefusal("api", await one.get(""), 400);
  expectRefusal("api", await one.get("?thing=surveys"), 400);
  expectRefusal(
    "api",
    await one.get("?thing=pivots&thing_id=1"),
    400,
    "thing must be surveys, projects, duplicates, imports, questions or reviews.",
  );
  expectRefusal("api", await one.put("", { body: {} }), 405);
  expectRefusal("api", await one.get("/discard"), 405);
  expectRefusal("api", await one.post("", { body: write("bad"), headers: { "sec-fetch-site": "cross-site" } }), 403);
});

it("text that only looks like a character that cannot be kept is kept", async ({ one }) => {
  const id = randomUUID();
  const draft = { name: "\\u0000 \\\\ud800 😀 \\" };
  expect((await one.post("", { body: write(id, { draft }) })).status).toBe(200);
  expect((await one.get(query(id))).json).toMatchObject({ draft: { draft } });
});
