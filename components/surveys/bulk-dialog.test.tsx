import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import { ServiceNameProvider } from "@/components/ui/service-name";
import { previewSurveyChange } from "@/lib/contracts/ours/jobs";
import { BulkDialog } from "./bulk-dialog";
import type { BulkAction } from "./bulk-forms";

afterEach(() => void vi.useRealTimers());

function Page({ action = "pause" }: { action?: BulkAction }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <ServiceNameProvider value="Production">
      {isOpen && <BulkDialog action={action} surveys={{ ids: ["s-1"] }} onClose={close} onStarted={close} />}
    </ServiceNameProvider>
  );
}

test("a preview that takes long has words at once, is explained after three seconds, and is given up by leaving", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve();
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    if (signal) signals.push(signal);
    return new Promise(() => {});
  });
  renderPage(<Page />);
  expect(screen.getByText("Working out what this changes…")).toBeDefined();
  await expect.poll(() => signals).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.getByText(/^Production is slow to answer\. Nothing is changed yet/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByText("Working out what this changes…")).toBeNull();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});

test("a preview that fails says what the service's trouble is, and is tried again", async () => {
  const away = "Production cannot be reached. Try again in a moment.";
  const calls = serve(
    on(previewSurveyChange, () => {
      throw new Refusal("unavailable", away);
    }),
  );
  const { user } = renderPage(<Page />);
  expect(await screen.findByText(away)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => calls).toHaveLength(2);
});

test("a new price below the minimum is warned of before it is set, with its effect on the cost", async () => {
  const furthest = { survey: "Coffee tracker", name: "Recommended minimum", floor: 1.07, below: 0.07 };
  const calls = serve(
    on(previewSurveyChange, () => ({
      ...{ total: 1, ids: ["s-1"], changes: 1, unchanged: 0, irreversible: 0, missing: [], refused: [], examples: [] },
      price: {
        ...{ below: 1, furthest, completes_before: 100, completes: 100, cost_before: 150, cost_after: 100 },
        ...{ not_live: 0, complete: 0, unknown: 0 },
      },
    })),
  );
  const { user } = renderPage(<Page action="price" />);
  await user.type(screen.getByLabelText("Price per complete"), "1{Enter}");
  const warning = "Recommended minimum $1.07: this price is $0.07 below, so fewer respondents will come.";
  expect(await screen.findByText(warning)).toBeDefined();
  expect(screen.getByText("The remaining 100 completes cost $100.00, $50.00 less than now.")).toBeDefined();
  expect(calls.map(({ name }) => name)).toEqual(["previewSurveyChange"]);
});
