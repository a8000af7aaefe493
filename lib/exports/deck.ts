import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import * as contract from "@/lib/contracts/ours/deck";
import { MOST_SLIDES } from "@/lib/contracts/terms/deck";
import type { SignedInContext } from "@/lib/gateway/call";
import { projectOf } from "@/lib/gateway/project-of";
import { AppError } from "@/lib/http/problem";
import { listQuestionIds, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/deck-slides";

type Context = SignedInContext<SessionViewer>;
type Place = { deck: store.Deck; project: ProjectKey };

/** A person's own deck of a project that is proven to be theirs; nobody else reads or changes it. */
async function placeOf(context: Context, projectId: string): Promise<Place> {
  const project = await projectOf(context, projectId);
  const { accountId } = project;
  return { project, deck: { personId: context.viewer.personId, accountId, projectId } };
}

async function viewOf({ deck, project }: Place): Promise<{ items: contract.DeckItem[] }> {
  const slides = await store.listSlides(db(), deck);
  const problemOf = await problems(project, slides);
  return {
    items: slides.map((slide) => ({
      ...{ id: slide.id, name: slide.name, kind: slide.kind },
      problem: problemOf(slide),
    })),
  };
}

type Shows = { questions: readonly string[] };

/** Says of a slide which of its questions the project no longer has, in a sentence. */
async function problems(project: ProjectKey, slides: readonly Shows[]) {
  const hasQuestions = slides.some(({ questions }) => questions.length > 0);
  const questionIds = new Set(hasQuestions ? await listQuestionIds(db(), project) : []);
  return ({ questions }: Shows): string | null => {
    const missing = questions.filter((id) => !questionIds.has(id));
    if (missing.length === 0) return null;
    const [first, ...others] = missing;
    return others.length === 0
      ? `The project no longer has its question “${first}”.`
      : `The project no longer has ${missing.length} of its questions, such as “${first}”.`;
  };
}

export const listDeck = async (context: Context, projectId: string) => viewOf(await placeOf(context, projectId));

/** Adds slides after those there are, whichever tab added them. */
export async function addToDeck(context: Context, { project_id, slides }: BodyOf<typeof contract.addToDeck>) {
  const place = await placeOf(context, project_id);
  // Questions of a service that has more than the project's own are not known here, and so never gone.
  const questionIds = new Set(await listQuestionIds(db(), place.project));
  const added = slides.map(({ content, questions }) => ({
    name: content.title,
    content,
    bytes: Buffer.byteLength(JSON.stringify(content)),
    questions: [...new Set(questions)].filter((id) => questionIds.has(id)),
  }));
  refuseLarge(added);
  await db().transaction(async (transaction) => {
    const before = await store.holdDeck(transaction, place.deck);
    refuseFull(before, added);
    await store.appendSlides(transaction, place.deck, added);
  });
  return viewOf(place);
}

type Sized = { name: string; bytes: number };

const tooLarge = (sentence: string) => new AppError("invalid", sentence, { status: 413 });

function refuseLarge(slides: readonly Sized[]): void {
  const large = slides.find(({ bytes }) => bytes > contract.MOST_SLIDE_BYTES);
  if (!large) return;
  const most = contract.MOST_SLIDE_BYTES / 1024;
  throw tooLarge(`“${large.name}” has more than ${most} kB. Filter it or choose longer periods, and add it again.`);
}

function refuseFull(before: { slides: number; bytes: number }, added: readonly Sized[]): void {
  const left = Math.max(0, MOST_SLIDES - before.slides);
  if (added.length > left) {
    const sentence = `A deck has at most ${MOST_SLIDES} slides, and this one has ${before.slides}. Remove some first.`;
    throw new AppError("invalid", sentence);
  }
  const bytes = added.reduce((sum, each) => sum + each.bytes, before.bytes);
  if (bytes <= contract.MOST_DECK_BYTES) return;
  const most = contract.MOST_DECK_BYTES / 1024 ** 2;
  throw tooLarge(`The slides of a deck take at most ${most} MB together. Download it, remove slides, and go on.`);
}

const unknownSlide = () => new AppError("not_found", "This slide is no longer in the deck.");

export async function renameSlide(context: Context, { project_id, id, name }: BodyOf<typeof contract.renameSlide>) {
  const place = await placeOf(context, project_id);
  if (!(await store.renameSlide(db(), place.deck, { id, name }))) throw unknownSlide();
  return viewOf(place);
}

export async function moveSlide(context: Context, { project_id, id, by }: BodyOf<typeof contract.moveSlide>) {
  const place = await placeOf(context, project_id);
  await db().transaction(async (transaction: Connection) => {
    await store.holdDeck(transaction, place.deck);
    if (!(await store.moveSlide(transaction, place.deck, { id, by }))) throw unknownSlide();
  });
  return viewOf(place);
}

export async function removeSlides(context: Context, { project_id, ids }: BodyOf<typeof contract.removeSlides>) {
  const place = await placeOf(context, project_id);
  await store.deleteSlides(db(), place.deck, ids);
  return viewOf(place);
}

/** The slides of the file, under their titles of now, and why others are left out. */
export async function getDeckSlides(context: Context, projectId: string) {
  const { deck, project } = await placeOf(context, projectId);
  const stored = await store.readSlides(db(), deck);
  const problemOf = await problems(project, stored);
  const left_out: string[] = [];
  const slides = stored.flatMap((slide) => {
    const read = contract.slideSchema.safeParse(slide.content);
    const problem = problemOf(slide) ?? (read.success ? null : "It was added by another version of Fieldwork.");
    if (read.success && problem === null) return [{ ...read.data, title: slide.name }];
    left_out.push(`“${slide.name}” is left out. ${problem}`);
    return [];
  });
  return { slides, left_out };
}
