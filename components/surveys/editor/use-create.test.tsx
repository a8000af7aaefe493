import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import { ServiceNameProvider } from "@/components/ui/service-name";
import { createSurvey } from "@/lib/contracts/interfaces/demand";
import { draftOf } from "@/lib/surveys/draft";
import { QuotaList } from "@/lib/surveys/quotas/quota-list";
import { survey } from "@/lib/surveys/test-surveys";
import { CreateState, useCreate } from "./use-create";

afterEach(() => void vi.useRealTimers());

const draft = draftOf(survey());
const closeDraft = vi.fn(async () => {});

beforeEach(() => closeDraft.mockClear());

function Page() {
  const list = new QuotaList(draft.respondent_attributes);
  const create = useCreate(() => {}, closeDraft, { setError: () => {}, list });
  return (
    <ServiceNameProvider value="Production">
      <CreateState create={create} />
      <button type="button" onClick={() => void create.run(draft)}>
        Create
      </button>
    </ServiceNameProvider>
  );
}

const keysOf = (calls: ReturnType<typeof serve>) => calls.map(({ headers }) => headers.get("idempotency-key"));
const begin = () => fireEvent.click(screen.getByText("Create"));

test("a creation that the service puts off is counted down, and opens the survey's page in the end", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const message = "Production asks to wait 2 s. The survey was not created.";
  let tries = 0;
  serve(
    on(createSurvey, () => {
      tries += 1;
      if (tries > 1) return survey();
      return Response.json({ code: "busy", message }, { status: 429, headers: { "retry-after": "2" } });
    }),
  );
  const { router } = renderPage(<Page />);
  begin();
  expect(screen.getByText("Creating the survey at Production…")).toBeDefined();
  await screen.findByText(message);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await expect.poll(() => router.push).toHaveBeenCalledWith("/surveys/s-1");
});

test("one that a service which is away has not made stays in its form with its draft, and is sent again", async () => {
  let isAway = true;
  const message = "Production is not responding. The survey was not created.";
  const calls = serve(
    on(createSurvey, () => {
      if (isAway) throw new Refusal("unavailable", message);
      return survey();
    }),
  );
  const { router } = renderPage(<Page />);
  begin();
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(router.push).not.toHaveBeenCalled();
  expect(closeDraft).not.toHaveBeenCalled();
  isAway = false;
  begin();
  await expect.poll(() => router.push).toHaveBeenCalledWith("/surveys/s-1");
  expect(calls).toHaveLength(2);
});

test("one that nobody waits for any more may appear, and is the same one when it is tried again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const calls = serve(on(createSurvey, () => new Promise<never>(() => {})));
  renderPage(<Page />);
  begin();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  fireEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect(await screen.findByText(/^It is not known whether the survey was created\./)).toBeDefined();
  begin();
  await expect.poll(() => calls).toHaveLength(2);
  expect(new Set(keysOf(calls)).size).toBe(1);
});
