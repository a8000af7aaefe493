import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import { fetchSpecs } from "@/lib/contracts/interfaces/pivot";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { listViews } from "@/lib/contracts/ours/views";
import { PivotsPage } from "./pivots-page";

test("a service that does not answer is named where the table would stand, and asked again on request", async () => {
  let isLate = true;
  serve(
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(listQuestions, () => ({ questions: [], weights: [], revision: null, order: "0" })),
    on(fetchSpecs, () => {
      if (isLate) throw new Refusal("unavailable", "Tables of Panel did not answer in time. Try again in a moment.");
      return { dimensions: [], measures: [] };
    }),
  );
  const { user } = renderPage(<PivotsPage views={() => null} derive={null} mayWrite={false} />, {
    address: "/pivots?project=p",
  });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The project's questions could not be loaded");
  expect(alert.textContent).toContain("Tables of Panel did not answer in time.");
  isLate = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^This project has no answers/)).toBeDefined();
});
