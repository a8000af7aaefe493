import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { MOST_DECK_BYTES, MOST_SLIDE_BYTES, type SlideContent } from "@/lib/contracts/ours/deck";
import { MOST_SLIDES } from "@/lib/contracts/terms/deck";
import type { SignedInContext } from "@/lib/gateway/call";
import { signToken } from "@/lib/service/demand/sign-token";
import { db } from "@/lib/stores/postgres/client";
import { meetPerson } from "@/lib/stores/postgres/people";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { answerSets } from "@/lib/stores/postgres/schema/answers";
import { projects } from "@/lib/stores/postgres/schema/demand";
import { insertUser } from "@/lib/stores/postgres/users";
import { withOwnDatabase } from "@/lib/test-database";
import { addToDeck, getDeckSlides, listDeck, moveSlide, removeSlides, renameSlide } from "./deck";

withOwnDatabase();

type Context = SignedInContext<SessionViewer> & { userId: string };

async function analystOf(accountId: string): Promise<Context> {
  const email = `${randomUUID()}@b.test`;
  const userId = (await insertUser(db(), { email, name: "Ann", passwordHash: "-", accountId })) ?? "";
  const { token } = await signToken({ id: userId, passwordHash: "-" }, Date.now());
  const { id: personId } = await meetPerson(db(), { connection: "built-in", email, name: "Ann" });
  const viewer = { connection: "built-in", email, role: "analyst", accounts: [{ id: accountId, name: "" }], token };
  return { viewer: { ...viewer, personId } as unknown as SessionViewer, requestId: "r", origin: "page", userId };
}

let ours = "";
let analyst: Context;
beforeAll(async () => {
  const [account] = await db().insert(accounts).values({ name: "Ours" }).returning();
  ours = account?.id ?? "";
  analyst = await analystOf(ours);
});

let project_id = "";
beforeEach(async () => {
  const [project] = await db()
    .insert(projects)
    .values({ accountId: ours, projectManagerId: analyst.userId, projectName: "P", projectNumber: "1" })
    .returning();
  project_id = project?.id ?? "";
});

const slide = (title: string, questions: string[] = [], text = "A") => ({
  content: {
    ...{ title, subtitle: "", remarks: [], notes: [] },
    shows: { table: [[{ text, align: "left" as const }]] },
  } satisfies SlideContent,
  questions,
});
const add = (...slides: ReturnType<typeof slide>[]) => addToDeck(analyst, { project_id, slides });
const names = async (of: Context = analyst) => (await listDeck(of, project_id)).items.map(({ name }) => name);
const idOf = async (name: string) =>
  (await listDeck(analyst, project_id)).items.find((each) => each.name === name)?.id ?? "";

/** The project's answers, with questions of these ids alone. */
async function setQuestions(...ids: string[]) {
  const questions = ids.map((id) => ({ id }) as Question);
  await db()
    .insert(answerSets)
    .values({ connection: "built-in", accountId: ours, projectId: project_id, questions })
    .onConflictDoUpdate({
      target: [answerSets.connection, answerSets.accountId, answerSets.projectId],
      set: { questions },
    });
}

test("a deck is one person's of one project, and slides are added, renamed, moved and removed", async () => {
  const colleague = await analystOf(ours);
  await add(slide("A"), slide("B"));
  await add(slide("C"));
  expect(await names()).toEqual(["A", "B", "C"]);
  expect(await names(colleague)).toEqual([]);
  await moveSlide(analyst, { project_id, id: await idOf("C"), by: -1 });
  await moveSlide(analyst, { project_id, id: await idOf("A"), by: -1 });
  await renameSlide(analyst, { project_id, id: await idOf("B"), name: "Better" });
  expect(await names()).toEqual(["A", "C", "Better"]);
  expect((await getDeckSlides(analyst, project_id)).slides.map(({ title }) => title)).toEqual(["A", "C", "Better"]);

  const [first] = [await idOf("A")];
  for (const change of [
    () => renameSlide(colleague, { project_id, id: first, name: "Theirs" }),
    () => moveSlide(colleague, { project_id, id: first, by: 1 }),
  ]) {
    await expect(change()).rejects.toThrow("This slide is no longer in the deck.");
  }
  await removeSlides(colleague, { project_id, ids: [first] });
  await removeSlides(analyst, { project_id, ids: [await idOf("C"), randomUUID(), "no id"] });
  expect(await names()).toEqual(["A", "Better"]);
});

test("two tabs that add, move and empty at once lose nothing of each other's", async () => {
  await add(slide("A"), slide("B"));
  const seen = (await listDeck(analyst, project_id)).items.map(({ id }) => id);
  await Promise.all([
    ...Array.from({ length: 5 }, (_, at) => add(slide(`New ${at}`))),
    ...Array.from({ length: 3 }, () => moveSlide(analyst, { project_id, id: seen[1] ?? "", by: -1 })),
  ]);
  expect((await names()).toSorted()).toEqual(["A", "B", "New 0", "New 1", "New 2", "New 3", "New 4"]);
  await removeSlides(analyst, { project_id, ids: seen });
  expect(await names()).toHaveLength(5);
});

test("a slide whose question is gone says so and is left out of the file, and comes back with it", async () => {
  await setQuestions("q1", "q2");
  await add(slide("Both", ["q1", "q2"]), slide("First", ["q1"]), slide("Of a service's own", ["theirs"]));
  const problems = async () => (await listDeck(analyst, project_id)).items.map(({ problem }) => problem);
  expect(await problems()).toEqual([null, null, null]);
  await setQuestions("q1");
  const gone = "The project no longer has its question “q2”.";
  expect(await problems()).toEqual([gone, null, null]);
  const file = await getDeckSlides(analyst, project_id);
  expect(file.slides.map(({ title }) => title)).toEqual(["First", "Of a service's own"]);
  expect(file.left_out).toEqual([`“Both” is left out. ${gone}`]);
  await setQuestions();
  expect((await problems())[0]).toBe("The project no longer has 2 of its questions, such as “q1”.");
  await setQuestions("q2", "q1");
  expect((await getDeckSlides(analyst, project_id)).left_out).toEqual([]);
});

test("a deck of another account's project, or of one that is gone, is as unknown as none", async () => {
  const [account] = await db().insert(accounts).values({ name: "Theirs" }).returning();
  const stranger = await analystOf(account?.id ?? "");
  await add(slide("A"));
  const unknown = "This project could not be found.";
  await expect(listDeck(stranger, project_id)).rejects.toThrow(unknown);
  await expect(addToDeck(stranger, { project_id, slides: [slide("B")] })).rejects.toThrow(unknown);
  await expect(getDeckSlides(analyst, randomUUID())).rejects.toThrow(unknown);
  expect(await names()).toEqual(["A"]);
});

test("a deck has room for so many slides of so many bytes, also where two tabs fill it at once", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => slide(`${at}`));
  await add(...many(MOST_SLIDES - 3));
  const outcomes = await Promise.allSettled([add(...many(2)), add(...many(2))]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(add(...many(2))).rejects.toThrow("A deck has at most 40 slides, and this one has 39.");

  const [large] = [slide("Large", [], "x".repeat(MOST_SLIDE_BYTES))];
  await expect(add(large)).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/“Large” has more than 512 kB/),
  });
});

test("all slides of a deck together take only so many bytes", async () => {
  const nearly = slide("Nearly", [], "x".repeat(MOST_SLIDE_BYTES - 1000));
  const fitting = Math.floor(MOST_DECK_BYTES / (MOST_SLIDE_BYTES - 800));
  for (let at = 0; at < fitting; at += 1) await add(nearly);
  await expect(add(nearly)).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/take at most 8 MB together/),
  });
  expect(await names()).toHaveLength(fitting);
});
