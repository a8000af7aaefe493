import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import type { ConnectionView } from "@/lib/contracts/context";
import { getDefinitions, listProjects, listQualifications, listSurveys } from "@/lib/contracts/interfaces/demand";
import { discardDraft, getDraft, type KeptDraft, saveDraft } from "@/lib/contracts/ours/drafts";
import { getSoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { draftOf } from "@/lib/surveys/draft";
import { definitions, gender, survey } from "@/lib/surveys/test-surveys";
import { SurveyPage } from "./survey-page";

const connection: ConnectionView = {
  ...{ name: "built-in", title: "Built-in", environment: "built-in" },
  ...{ addsQuotas: true, searches: true, fieldedElsewhere: null, checkedElsewhere: null },
};

const now = survey({ country_code: "US" });
const AT = "2020-02-01T09:00:00.000Z";

type Options = { kept?: () => KeptDraft | null; refuses?: (body: unknown) => boolean };

/** The page of a survey; `kept`: the draft that the server has, `refuses`: the writes that another window is ahead of. */
async function show({ kept = () => null, refuses = () => false }: Options = {}) {
  const calls = serve(
    on(listSurveys, () =>
      Response.json({ total_surveys: 1, page: 1, page_size: 1, surveys: [now] }, { headers: { etag: '"r1"' } }),
    ),
    on(getDefinitions, () => definitions),
    on(listQualifications, () => ({ total_qualifications: 1, page: 1, page_size: 500, qualifications: [gender] })),
    on(getSoftLaunch, () => ({ launch: null })),
    on(listProjects, () => ({ total_projects: 0, page: 1, page_size: 0, projects: [] })),
    on(getDraft, () => ({ draft: kept() })),
    on(saveDraft, ({ body }) => {
      if (refuses(body)) throw new Refusal("conflict", "This draft is being edited in another window.");
      const { writer, version } = body as KeptDraft;
      return { writer, version, updated_at: AT };
    }),
    on(discardDraft, () => ({ discarded: true })),
  );
  const page = renderPage(<SurveyPage id="s-1" connection={connection} readOnly={false} />, {
    address: "/surveys/s-1",
  });
  await screen.findByLabelText(/^Respondents/);
  const written = () => calls.filter(({ name }) => name === "saveDraft").map(({ body }) => body as KeptDraft);
  return { ...page, calls, written };
}

const respondents = () => screen.getByLabelText<HTMLInputElement>(/^Respondents/);
const type = (value: string) => fireEvent.change(respondents(), { target: { value } });
const saved = () => screen.findByText(/^Draft saved /, {}, { timeout: 3000 });

test("a change writes one draft; discarding drops it, and taking that back writes it anew", async () => {
  const { user, calls, written } = await show();
  type("120");
  await saved();
  expect(written()).toHaveLength(1);
  expect(written()[0]?.draft).toMatchObject({ respondents: 120 });
  expect(screen.queryByRole("button", { name: "Take changes back" })).toBeNull();

  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.getByText("No unsaved changes")).toBeDefined();
  await waitFor(() => expect(calls.filter(({ name }) => name === "discardDraft")).toHaveLength(1));
  expect(respondents().value).toBe("100");

  // While something else is typed it waits; what was discarded is back once that is gone.
  type("7");
  expect(screen.queryByRole("button", { name: "Take changes back" })).toBeNull();
  type("100");
  await user.click(await screen.findByRole("button", { name: "Take changes back" }));
  expect(respondents().value).toBe("120");
  expect(screen.getByText("1 field changed")).toBeDefined();
  await waitFor(() => expect(written().at(-1)?.draft).toMatchObject({ respondents: 120 }), { timeout: 3000 });
});

test("a price below the recommended minimum is warned of as it is typed", async () => {
  await show();
  expect(screen.getByText(/^Recommended minimum \$1\.07/)).toBeDefined();
  fireEvent.change(screen.getByLabelText(/^Price per complete/), { target: { value: "1.00" } });
  const warning = "Recommended minimum $1.07: this price is $0.07 below, so fewer respondents will come.";
  expect(await screen.findByText(warning)).toBeDefined();
});

const other: KeptDraft = {
  ...{ writer: "8d0a3bd3-4d4b-4a5e-9d6a-4b6f9c7d1e01", version: 3, updated_at: AT },
  base: { survey: now, revision: "r1" } as unknown as KeptDraft["base"],
  draft: { ...draftOf(now), respondents: 222 } as unknown as KeptDraft["draft"],
};

/** Types while another window writes the same draft, and is told. */
async function typeBesideAnother() {
  let kept: KeptDraft | null = null;
  const follows = (body: unknown) => (body as { follows: { writer: string } | null }).follows;
  const page = await show({ kept: () => kept, refuses: (body) => follows(body)?.writer !== other.writer });
  kept = other;
  type("110");
  const notice = within(await screen.findByRole("alert", {}, { timeout: 3000 }));
  expect(await notice.findByText(/This page’s changes \(1 field\) are newer/)).toBeDefined();
  expect(await notice.findByText("Take over the other window’s changes")).toBeDefined();
  expect(screen.getByText("Draft not saved: it is being edited in another window.")).toBeDefined();
  return { ...page, notice };
}

test("a draft that another window writes is shown, and goes on here over it", async () => {
  const { user, notice, written } = await typeBesideAnother();
  await user.click(notice.getByRole("button", { name: "Show those changes" }));
  const theirs = await notice.findByLabelText<HTMLTextAreaElement>("Changes in the other window");
  expect(theirs.value).toContain("Respondents: 222");
  await user.click(notice.getByRole("button", { name: "Continue here" }));
  await saved();
  expect(screen.queryByRole("alert")).toBeNull();
  const { writer, version } = other;
  expect(written().at(-1)).toMatchObject({ draft: { respondents: 110 }, follows: { writer, version } });
});

test("the other window's changes are taken over in place of what was typed here", async () => {
  const { user, notice } = await typeBesideAnother();
  await user.click(await notice.findByRole("button", { name: "Take over the other window’s changes" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(respondents().value).toBe("222");
});
