import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { deckSlides } from "./schema/slides";

/** Slides that a person has chosen from the pages of a project, in their order. */
type DeckSlide = typeof deckSlides.$inferSelect;
export type Deck = Pick<DeckSlide, "personId" | "accountId" | "projectId">;
type NewSlide = Pick<DeckSlide, "name" | "content" | "bytes" | "questions">;

const ofDeck = ({ personId, accountId, projectId }: Deck) =>
  and(eq(deckSlides.personId, personId), eq(deckSlides.accountId, accountId), eq(deckSlides.projectId, projectId));
const ofSlides = (deck: Deck, ids: readonly string[]) => and(ofDeck(deck), inArray(deckSlides.id, [...ids]));

const { id, name, questions, place, content } = deckSlides;
const kind = sql<"chart" | "table">`case when ${content} -> 'shows' ? 'chart' then 'chart' else 'table' end`;

export const listSlides = (connection: Connection, deck: Deck) =>
  connection.select({ id, name, kind, questions }).from(deckSlides).where(ofDeck(deck)).orderBy(asc(place), asc(id));

/** The same with all that stands on them. */
export const readSlides = (connection: Connection, deck: Deck) =>
  connection.select({ id, name, content, questions }).from(deckSlides).where(ofDeck(deck)).orderBy(asc(place), asc(id));

/** How many slides a deck has and how large they are; no other tab changes them until the transaction ends. */
export async function holdDeck(transaction: Connection, deck: Deck): Promise<{ slides: number; bytes: number }> {
  const held = JSON.stringify(["deck", deck.personId, deck.accountId, deck.projectId]);
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`);
  const bytes = sql<number>`coalesce(sum(${deckSlides.bytes}), 0)::float8`;
  const [row] = await transaction.select({ slides: count(), bytes }).from(deckSlides).where(ofDeck(deck));
  return row ?? { slides: 0, bytes: 0 };
}

/** At the end of a deck that is held. */
export async function appendSlides(transaction: Connection, deck: Deck, slides: readonly NewSlide[]): Promise<void> {
  const last = sql<number>`coalesce(max(${place}), 0)`;
  const [row] = await transaction.select({ last }).from(deckSlides).where(ofDeck(deck));
  const first = (row?.last ?? 0) + 1;
  await transaction.insert(deckSlides).values(slides.map((slide, at) => ({ ...deck, ...slide, place: first + at })));
}

/** Whether there is such a slide. */
export async function renameSlide(connection: Connection, deck: Deck, slide: { id: string; name: string }) {
  if (!isUuid(slide.id)) return false;
  const renamed = await connection
    .update(deckSlides)
    .set({ name: slide.name })
    .where(ofSlides(deck, [slide.id]))
    .returning({ id });
  return renamed.length > 0;
}

/** Changes places with the slide before or after it, of a deck that is held; false: there is no such slide. */
export async function moveSlide(transaction: Connection, deck: Deck, slide: { id: string; by: -1 | 1 }) {
  const slides = await transaction
    .select({ id, place })
    .from(deckSlides)
    .where(ofDeck(deck))
    .orderBy(asc(place), asc(id));
  const at = slides.findIndex((each) => each.id === slide.id);
  const [one, other] = [slides[at], slides[at + slide.by]];
  if (!one) return false;
  if (!other) return true;
  await transaction
    .update(deckSlides)
    .set({ place: sql`case ${id} when ${one.id}::uuid then ${other.place}::int else ${one.place}::int end` })
    .where(ofSlides(deck, [one.id, other.id]));
  return true;
}

export async function deleteSlides(connection: Connection, deck: Deck, ids: readonly string[]): Promise<void> {
  const possible = ids.filter(isUuid);
  if (possible.length > 0) await connection.delete(deckSlides).where(ofSlides(deck, possible));
}
