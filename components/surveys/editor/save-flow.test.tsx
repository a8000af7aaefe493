import { useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import { ServiceNameProvider } from "@/components/ui/service-name";
import { listSurveys, updateSurvey } from "@/lib/contracts/interfaces/demand";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { JsonObject } from "@/lib/contracts/lenient";
import { listAudit } from "@/lib/contracts/ours/audit";
import { getSoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { draftOf, type SurveyDraft } from "@/lib/surveys/draft";
import { surveyQuery } from "@/lib/surveys/queries";
import { QuotaList } from "@/lib/surveys/quotas/quota-list";
import { quota, survey } from "@/lib/surveys/test-surveys";
import { type Editor, EditorProvider } from "./editor-context";
import { SaveFlow } from "./save-flow";

afterEach(() => void vi.useRealTimers());

const before = survey();
const loaded = { survey: before, revision: "r1" };
const connection = {
  name: "p",
  title: "Production",
  environment: "production",
  addsQuotas: true,
  searches: false,
  fieldedElsewhere: null,
  checkedElsewhere: null,
};
const editor = { connection, projects: new Map(), questions: new Map(), setValue: () => {} } as unknown as Editor;

function Page({ mine }: { mine: SurveyDraft }) {
  const queries = useQueryClient();
  const [unknown, setUnknown] = useState<JsonObject | null>(null);
  const [isOpen, setOpen] = useState(true);
  useState(() => {
    queries.setQueryData(surveyQuery("s-1").queryKey, loaded);
    queries.setQueryData(softLaunchQuery("s-1").queryKey, null);
  });
  return (
    <EditorProvider value={editor}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <SaveFlow
          base={loaded}
          mine={mine}
          onClose={() => setOpen(false)}
          onSaved={() => {}}
          refusals={{ setError: () => {}, list: new QuotaList(mine.respondent_attributes) }}
          unknown={unknown}
          onUnknown={setUnknown}
        />
      )}
    </EditorProvider>
  );
}

const renamed = { ...draftOf(before), name: "Renamed" };
const show = (mine: SurveyDraft = renamed) =>
  renderPage(
    <ServiceNameProvider value="Production">
      <Page mine={mine} />
    </ServiceNameProvider>,
  );

/** The survey as the service has it. */
const answer = (one: Survey, revision: string) =>
  Response.json({ total_surveys: 1, page: 1, page_size: 1, surveys: [one] }, { headers: { etag: `"${revision}"` } });
const never = () => new Promise<never>(() => {});
/** What a reply waits for until the test releases it. */
function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}
const noLaunch = on(getSoftLaunch, () => ({ launch: null }));
const asItIs = on(listSurveys, () => answer(before, "r1"));
const saved = () => Response.json({ ...before, name: "Renamed" }, { headers: { etag: '"r2"' } });
const save = () => screen.getByRole("button", { name: /^Save/ }) as HTMLButtonElement;

test("the preview is there at once, while the survey is read, and a save goes to the revision it was made of", async () => {
  const calls = serve(on(listSurveys, never), on(updateSurvey, saved), noLaunch);
  show();
  expect(screen.getByRole("table", { name: "Changed fields" }).textContent).toContain("Renamed");
  expect(await screen.findByText("Reading the survey from Production…")).toBeDefined();
  fireEvent.click(save());
  await screen.findByText("“Renamed” was saved.");
  const [patch] = calls.filter(({ name }) => name === "updateSurvey");
  expect(patch?.body).toEqual({ id: "s-1", name: "Renamed" });
  expect(patch?.headers.get("if-match")).toBe('"r1"');
});

test("a save that removes a quota waits until its figures are read", async () => {
  const { held, release } = hold();
  const now = survey({
    respondent_attributes: [quota("a"), quota("b"), quota("c", { survey_completes: 41 })],
  });
  serve(
    on(listSurveys, async () => {
      await held;
      return answer(now, "r1");
    }),
    noLaunch,
  );
  show({ ...renamed, respondent_attributes: renamed.respondent_attributes.slice(0, 2) });
  expect(save().disabled).toBe(true);
  release();
  await screen.findByText(/collected 41 completes/);
  await waitFor(() => expect(save().disabled).toBe(false));
});

test("the focus is on what the preview offers, also when that becomes something else", async () => {
  const { held, release } = hold();
  const gone = survey({ respondent_attributes: [quota("a"), quota("b")] });
  serve(
    on(listSurveys, async () => {
      await held;
      return answer(gone, "r2");
    }),
    on(listAudit, () => ({ entries: [], older: null, newer: null })),
    noLaunch,
  );
  show(draftOf(gone));
  const focused = () => document.activeElement?.textContent;
  await waitFor(() => expect(focused()).toBe("Back to editing"));
  release();
  await waitFor(() => expect(focused()).toBe("Done"));
});

test("a service that is away leaves the preview, says so once, and is asked again", async () => {
  let isAway = true;
  serve(
    on(listSurveys, () => {
      if (isAway) throw new Refusal("unavailable", "Production cannot be reached. Try again in a moment.");
      return answer(before, "r1");
    }),
    noLaunch,
  );
  const { user } = show();
  expect((await screen.findByText(/Production cannot be reached/)).textContent).toContain("what was last read");
  expect(save().disabled).toBe(false);
  isAway = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/cannot be reached/)).toBeNull());
});

test("a save that the service puts off is counted down and goes again by itself", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const message = "Production asks to wait 2 s. Nothing was saved.";
  const busy = () => Response.json({ code: "busy", message }, { status: 429, headers: { "retry-after": "2" } });
  let tries = 0;
  serve(
    asItIs,
    on(updateSurvey, () => {
      tries += 1;
      return tries === 1 ? busy() : saved();
    }),
    noLaunch,
  );
  show();
  fireEvent.click(save());
  await screen.findByText(message);
  expect(screen.getByText(/^Saving again in [12] s$/)).toBeDefined();
  expect(save().disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await screen.findByText("“Renamed” was saved.");
  expect(tries).toBe(2);
});

test("a save that was put off can be stopped, and says that nothing was saved", async () => {
  const message = "Production asks to wait 60 s. Nothing was saved.";
  const busy = () => Response.json({ code: "busy", message }, { status: 429, headers: { "retry-after": "60" } });
  serve(asItIs, on(updateSurvey, busy), noLaunch);
  const { user } = show();
  fireEvent.click(save());
  await screen.findByText(message);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(save().disabled).toBe(false);
});

test("a save whose end nobody knows, and that arrives late, is one's own and no conflict", async () => {
  let [now, revision] = [before, "r1"];
  const lost = "Production did not answer in time. Your changes are not there yet and may still arrive.";
  serve(
    on(listSurveys, () => answer(now, revision)),
    on(updateSurvey, () => {
      throw new Refusal("uncertain", lost);
    }),
    noLaunch,
  );
  const { user } = show();
  fireEvent.click(save());
  expect((await screen.findByRole("alert")).textContent).toBe(lost);
  await user.click(screen.getByRole("button", { name: "Back to editing" }));
  [now, revision] = [survey({ name: "Renamed" }), "r2"];
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("Your earlier save arrived.")).toBeDefined();
  expect(screen.queryByText(/was changed since/)).toBeNull();
  expect(screen.getByRole("button", { name: "Done" })).toBeDefined();
});

test("a save that nobody waits for any more may still arrive, and says so", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve(asItIs, on(updateSurvey, never), noLaunch);
  show();
  fireEvent.click(save());
  await screen.findByText("Saving to Production…");
  await act(() => vi.advanceTimersByTimeAsync(3000));
  fireEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^It is not known whether your changes were saved\./);
});

test("a conflict is told once, with who changed the survey and when", async () => {
  let [now, revision] = [before, "r1"];
  const entry = {
    ...{ id: 7, at: "2031-02-03T04:05:06.000Z", who: "bo@x.test", origin: "page", action: "updateSurvey" },
    ...{ thing: "surveys", thing_id: "s-1", thing_name: null, outcome: "done", detail: null, request_id: "r" },
    ...{ before: { incidence_rate: 80 }, after: { incidence_rate: 33 } },
  };
  serve(
    on(listSurveys, () => answer(now, revision)),
    on(updateSurvey, () => {
      [now, revision] = [survey({ incidence_rate: 33 }), "r2"];
      throw new Refusal("conflict", "This survey was changed since you opened it.");
    }),
    on(listAudit, () => ({ entries: [entry], older: null, newer: null })),
    noLaunch,
  );
  show();
  await waitFor(() => expect(screen.queryByText(/^Reading the survey/)).toBeNull());
  fireEvent.click(save());
  await screen.findByText(/^This survey was changed since you opened it, by bo@x.test, /);
  expect(screen.getAllByText(/changed since you opened it/)).toHaveLength(1);
});

test("a field that both changed is decided by the person, and their other changes stay", async () => {
  const theirs = survey({ offered_price_per_complete: 4, length_of_interview: 9 });
  const calls = serve(
    on(listSurveys, () => answer(theirs, "r2")),
    on(updateSurvey, saved),
    on(listAudit, () => ({ entries: [], older: null, newer: null })),
    noLaunch,
  );
  const { user } = show({ ...draftOf(before), respondents: 120, offered_price_per_complete: 3 });
  await screen.findByText(/^This survey was changed since you opened it/);
  await waitFor(() => expect(screen.queryByText(/^Reading the survey/)).toBeNull());
  expect(save().disabled).toBe(true);
  await user.click(screen.getByText("Theirs: $4.00"));
  expect(screen.getByRole("row", { name: "Respondents 100 120" })).toBeDefined();
  await user.click(save());
  await waitFor(() => expect(calls.some(({ name }) => name === "updateSurvey")).toBe(true));
  const patch = calls.find(({ name }) => name === "updateSurvey");
  expect(patch?.body).toEqual({ id: "s-1", respondents: 120 });
  expect(patch?.headers.get("if-match")).toBe('"r2"');
});

test("counts that have moved are no change, about which nobody is asked", async () => {
  const counted = survey({ respondent_attributes: ["a", "b", "c"].map((id) => quota(id, { survey_completes: 41 })) });
  const calls = serve(
    on(listSurveys, () => answer(counted, "r1")),
    on(updateSurvey, saved),
    noLaunch,
  );
  const { user } = show();
  await waitFor(() => expect(screen.queryByText(/^Reading the survey/)).toBeNull());
  expect(calls.map(({ name }) => name)).toContain("listSurveys");
  expect(screen.queryByText(/was changed since/)).toBeNull();
  await user.click(save());
  await screen.findByText("“Renamed” was saved.");
});

test("a price below the recommended minimum is warned of beside what changes", async () => {
  serve(asItIs, noLaunch);
  show({ ...draftOf(before), offered_price_per_complete: 1 });
  expect(screen.getByRole("row", { name: "Price per complete $1.50 $1.00" })).toBeDefined();
  const warning = "Recommended minimum $1.07: this price is $0.07 below, so fewer respondents will come.";
  expect(screen.getByText(warning)).toBeDefined();
});

test("a target that is saved with the price is in what the completes will cost", async () => {
  const counted = survey({ field_details: { survey_starts: 0, survey_completes: 0 } });
  serve(
    on(listSurveys, () => answer(counted, "r1")),
    noLaunch,
  );
  show({ ...draftOf(before), respondents: 120, offered_price_per_complete: 2 });
  const cost =
    "After this change the remaining 120 completes cost $240.00, $90.00 more than now. Now the remaining 100 completes cost $150.00.";
  expect(await screen.findByText(cost, { exact: false })).toBeDefined();
});
