import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type DemoData, getDemoData, removeDemoData } from "@/lib/contracts/ours/demo-data";
import { on, Refusal, renderPage, serve } from "../test-page";
import { DemoSection } from "./demo-section";

const demo: DemoData = {
  refused: null,
  goes: { surveys: 399, sessions: 51_000, projects: 15, answers: 3000, weights: 1, views: 2 },
  stays: { surveys: 1, projects: 2 },
  users: ["manager@demo.test"],
};

test("says what goes and what stays before anything is removed, and a refusal in its place", async () => {
  const calls = serve(
    on(getDemoData, () => demo),
    on(removeDemoData, () => {
      throw new Refusal("forbidden", "Your role does not allow this.");
    }),
  );
  const { user } = renderPage(<DemoSection />);
  await user.click(await screen.findByRole("button", { name: "Remove demo data…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/^399 surveys with quotas, 51,000 sessions/)).toBeDefined();
  expect(dialog.getByText("3,000 imported responses, 1 weight, 2 shared views")).toBeDefined();
  expect(dialog.getByText(/^1 survey and 2 projects of the demo that were edited/)).toBeDefined();
  expect(dialog.getByText(/manager@demo.test/)).toBeDefined();
  expect(calls.some(({ name }) => name === "removeDemoData")).toBe(false);
  await user.click(dialog.getByRole("button", { name: "Remove demo data" }));
  expect(await dialog.findByText("Your role does not allow this.")).toBeDefined();
  await waitFor(() => expect(calls.filter(({ name }) => name === "removeDemoData")).toHaveLength(1));
});

test("without demo data the button is off and a sentence says why", async () => {
  const none = { surveys: 0, sessions: 0, projects: 0, answers: 0, weights: 0, views: 0 };
  serve(
    on(getDemoData, () => ({
      refused: "There are no demo data.",
      goes: none,
      stays: { surveys: 0, projects: 0 },
      users: [],
    })),
  );
  renderPage(<DemoSection />);
  expect(await screen.findByText("There are no demo data.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Remove demo data…" })).toHaveProperty("disabled", true);
});
