import { queryOptions } from "@tanstack/react-query";
import * as deckCalls from "@/lib/contracts/calls/deck";
import type * as Deck from "@/lib/contracts/ours/deck";
import { shortened } from "@/lib/contracts/rules/shortened";
import { MOST_OF_TITLE } from "@/lib/contracts/terms/deck";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const deck = contract<typeof Deck>(deckCalls);

/** A slide that a page shows, and the ids of the questions that it shows. */
export type ChosenSlide = { content: Deck.SlideContent; questions: readonly string[] };

/** A person's slides of a project, which are the same in every browser. */
export const deckQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["deck", projectId],
    queryFn: async ({ signal }) => (await api(deck.listDeck, { query: { project_id: projectId }, signal })).data.items,
  });

export async function addToDeck(project_id: string, slides: readonly ChosenSlide[]): Promise<Deck.DeckItem[]> {
  const titled = slides.map(({ content, questions }) => {
    const title = shortened(content.title, MOST_OF_TITLE);
    return { questions, content: { ...content, title } };
  });
  return (await api(deck.addToDeck, { body: { project_id, slides: titled } })).data.items;
}

export const renameSlide = async (body: { project_id: string; id: string; name: string }) =>
  (await api(deck.renameSlide, { body })).data.items;

export const moveSlide = async (body: { project_id: string; id: string; by: -1 | 1 }) =>
  (await api(deck.moveSlide, { body })).data.items;

export const removeSlides = async (body: { project_id: string; ids: readonly string[] }) =>
  (await api(deck.removeSlides, { body })).data.items;

/** What the file of a deck is made of. */
export const readDeckSlides = async (project_id: string) =>
  (await api(deck.getDeckSlides, { query: { project_id } })).data;
