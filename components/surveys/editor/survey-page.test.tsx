import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import type { ConnectionView } from "@/lib/contracts/context";
import { getDefinitions, listProjects, listSurveys } from "@/lib/contracts/interfaces/demand";
import { discardDraft, getDraft } from "@/lib/contracts/ours/drafts";
import { getSoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { definitions } from "@/lib/surveys/test-surveys";
import { SurveyPage } from "./survey-page";

const connection: ConnectionView = {
  ...{ name: "built-in", title: "Built-in", environment: "built-in" },
  ...{ addsQuotas: true, searches: true, fieldedElsewhere: null, checkedElsewhere: null },
};

test("a draft whose survey is gone is offered as text, to copy or to discard", async () => {
  const kept = {
    ...{ writer: "8d0a3bd3-4d4b-4a5e-9d6a-4b6f9c7d1e01", version: 3, base: null },
    ...{ draft: { note: "typed about Coffee tracker" }, updated_at: "2031-02-01T09:00:00.000Z" },
  };
  const calls = serve(
    on(listSurveys, () => ({ total_surveys: 0, page: 1, page_size: 0, surveys: [] })),
    on(getDefinitions, () => definitions),
    on(getSoftLaunch, () => ({ launch: null })),
    on(listProjects, () => ({ total_projects: 0, page: 1, page_size: 0, projects: [] })),
    on(getDraft, () => ({ draft: kept })),
    on(discardDraft, () => ({ discarded: true })),
  );
  renderPage(<SurveyPage id="s-gone" connection={connection} readOnly={false} />, { address: "/surveys/s-gone" });
  expect(await screen.findByText("Survey not found")).toBeDefined();
  const text = await screen.findByLabelText<HTMLTextAreaElement>("Your unsaved changes");
  expect(text.value).toContain("typed about Coffee tracker");
  fireEvent.click(screen.getByText("Discard them"));
  await waitFor(() => expect(screen.queryByLabelText("Your unsaved changes")).toBeNull());
  expect(calls.find(({ name }) => name === "discardDraft")?.body).toMatchObject({
    ...{ thing: "surveys", thing_id: "s-gone" },
    follows: { writer: kept.writer, version: kept.version },
  });
});
