import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { moved, setDeck } from "@/lib/tables/deck";
import type { SlideContent } from "@/lib/tables/slides";
import { renderPage } from "../test-page";
import { DeckMenu } from "./deck-menu";

const slide = (title: string): SlideContent => ({
  ...{ title, subtitle: "", remarks: [], notes: [] },
  shows: { table: [[{ text: "A", align: "left" }]] },
});

beforeEach(() => void setDeck([]));

test("what is shown is added, moved and removed, and stays for other pages of the tab", async () => {
  const slides = async () => [slide("Satisfaction"), slide("Trust")];
  const { user } = renderPage(<DeckMenu project="p" slides={slides} refused={null} />);
  await user.click(screen.getByRole("button", { name: "Deck" }));
  await user.click(await screen.findByRole("menuitem", { name: "Add to deck" }));
  await user.click(await screen.findByRole("button", { name: "Deck (2)" }));
  await user.click(await screen.findByRole("menuitem", { name: "Open deck" }));
  expect(await screen.findByText(/1\. Satisfaction/)).toBeDefined();
  await user.click(screen.getByLabelText("Move slide 1 down"));
  expect(await screen.findByText(/1\. Trust/)).toBeDefined();
  await user.click(screen.getByLabelText("Remove slide 1"));
  expect(await screen.findByText(/1\. Satisfaction/)).toBeDefined();
  expect(screen.queryByText(/Trust/)).toBeNull();
});

test("a deck of more slides than there is room for stays as it was", () => {
  const many = Array.from({ length: 41 }, (_, at) => ({ ...slide(`${at}`), id: `${at}`, project: "p" }));
  expect(setDeck(many)).toBe("A deck has at most 40 slides. Remove some first.");
  expect(setDeck(many.slice(1))).toBeNull();
});

test("a slide at an end is not moved beyond it", () => {
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});
