import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import * as contract from "@/lib/contracts/ours/deck";
import { getSlideLook } from "@/lib/contracts/ours/slide-templates";
import type { ChosenSlide } from "@/lib/tables/deck";
import { on, Refusal, renderPage, serve } from "../test-page";
import { DeckMenu } from "./deck-menu";

const slide = (title: string): ChosenSlide => ({
  content: {
    ...{ title, subtitle: "", remarks: [], notes: [] },
    shows: { table: [[{ text: "A", align: "left" }]] },
  },
  questions: ["q1"],
});

const item = (id: string, name: string, problem: string | null = null): contract.DeckItem => ({
  ...{ id, name, kind: "table", problem },
});
const GONE = "The project no longer has its question “q1”.";

/** A deck as the server keeps it. */
function serveDeck(first: contract.DeckItem[]) {
  let items = first;
  const answer = () => ({ items });
  return serve(
    on(contract.listDeck, answer),
    on(contract.addToDeck, ({ body }) => {
      const { slides } = body as { slides: { content: { title: string } }[] };
      items = [...items, ...slides.map(({ content }) => item(content.title, content.title))];
      return answer();
    }),
    on(contract.renameSlide, ({ body }) => {
      const { id, name } = body as { id: string; name: string };
      items = items.map((each) => (each.id === id ? { ...each, name } : each));
      return answer();
    }),
    on(contract.moveSlide, answer),
    on(contract.removeSlides, ({ body }) => {
      const { ids } = body as { ids: string[] };
      items = items.filter(({ id }) => !ids.includes(id));
      return answer();
    }),
    on(contract.getDeckSlides, () => ({ slides: [], left_out: [`“Trust” is left out. ${GONE}`] })),
    on(getSlideLook, () => ({ look: null })),
  );
}

const open = async (user: ReturnType<typeof renderPage>["user"], name: string | RegExp) => {
  await user.click(await screen.findByRole("button", { name }));
  await user.click(await screen.findByRole("menuitem", { name: "Open deck" }));
};

test("what is shown is added to the project's deck, and slides are renamed, moved and removed there", async () => {
  const calls = serveDeck([item("1", "Trust")]);
  const slides = async () => [slide("Satisfaction")];
  const { user } = renderPage(<DeckMenu project="p" slides={slides} refused={null} />);
  await user.click(await screen.findByRole("button", { name: "Deck (1)" }));
  await user.click(await screen.findByRole("menuitem", { name: "Add to deck" }));
  await open(user, "Deck (2)");
  const list = within(await screen.findByRole("list", { name: "Slides" }));
  expect(list.getByText(/2\. Satisfaction/)).toBeDefined();
  await user.click(list.getByLabelText("Rename slide 2"));
  await user.clear(list.getByLabelText("Title of slide 2"));
  await user.type(list.getByLabelText("Title of slide 2"), " How satisfied they are {Enter}");
  expect(await list.findByText(/2\. How satisfied they are/)).toBeDefined();
  await user.click(list.getByLabelText("Move slide 2 up"));
  await user.click(await list.findByLabelText("Remove slide 1"));
  expect(await list.findByText(/1\. How satisfied they are/)).toBeDefined();
  const sent = calls.filter(({ body }) => body !== undefined).map(({ name, body }) => [name, body]);
  expect(sent).toEqual([
    ["addToDeck", { project_id: "p", slides: [slide("Satisfaction")] }],
    ["renameSlide", { project_id: "p", id: "Satisfaction", name: "How satisfied they are" }],
    ["moveSlide", { project_id: "p", id: "Satisfaction", by: -1 }],
    ["removeSlides", { project_id: "p", ids: ["1"] }],
  ]);
});

test("a slide whose question is gone says so, and where no other is left there is no file", async () => {
  serveDeck([item("1", "Trust", GONE)]);
  const { user } = renderPage(<DeckMenu project="p" slides={async () => []} refused={null} />);
  await open(user, "Deck (1)");
  expect(await screen.findByText(`Left out of the file: ${GONE}`)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Download PPTX" }));
  const alert = await screen.findByText(`The file would have no slides. “Trust” is left out. ${GONE}`);
  expect(alert.getAttribute("role")).toBe("alert");
});

test("all slides that are shown are removed after a question, and those alone", async () => {
  const calls = serveDeck([item("1", "Trust"), item("2", "Price")]);
  const { user } = renderPage(<DeckMenu project="p" slides={async () => []} refused={null} />);
  await open(user, "Deck (2)");
  await user.click(await screen.findByRole("button", { name: "Remove all slides" }));
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("The deck has no slides.")).toBeDefined();
  expect(calls.at(-1)).toMatchObject({ name: "removeSlides", body: { ids: ["1", "2"] } });
});

test("a full deck stays as it was and says why", async () => {
  const full = "A deck has at most 40 slides, and this one has 40. Remove some first.";
  serve(
    on(contract.listDeck, () => ({ items: [item("1", "Trust")] })),
    on(contract.addToDeck, () => {
      throw new Refusal("invalid", full);
    }),
  );
  const { user } = renderPage(<DeckMenu project="p" slides={async () => [slide("Price")]} refused={null} />);
  await user.click(await screen.findByRole("button", { name: "Deck (1)" }));
  await user.click(await screen.findByRole("menuitem", { name: "Add to deck" }));
  expect(await screen.findByText(full)).toBeDefined();
  expect(screen.getByRole("button", { name: "Deck (1)" })).toBeDefined();
});
