import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { previewSurveyChange } from "@/lib/contracts/ours/jobs";
import { BulkBar } from "./bulk-bar";

const ROWS = ["s-1", "s-2", "s-3"];

/** Three surveys chosen of the 60 that a filter finds, and a way to choose one less. */
function Page() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ROWS));
  return (
    <>
      <BulkBar chosen={chosen} total={60} filter={{ search: "tracker" }} onClear={() => setChosen(new Set())} />
      <button type="button" onClick={() => setChosen(new Set(ROWS.slice(1)))}>
        One less
      </button>
    </>
  );
}

function show() {
  const calls = serve(on(previewSurveyChange, () => new Promise(() => {})));
  const page = renderPage(<Page />);
  const pause = async () => {
    await page.user.click(screen.getByRole("button", { name: "Change" }));
    await page.user.click(await screen.findByRole("menuitem", { name: "Pause" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    return calls[0]?.body;
  };
  return { ...page, pause };
}

test("all that the list finds are chosen by its filter, not by their ids", async () => {
  const { user, pause } = show();
  await user.click(screen.getByRole("button", { name: "Choose all 60 that this list finds" }));
  expect(screen.getByText("60 chosen")).toBeDefined();
  expect(await pause()).toMatchObject({ surveys: { filter: { search: "tracker" } } });
});

test("one that is left out afterwards leaves those chosen by hand, and no longer all that the list finds", async () => {
  const { user, pause } = show();
  await user.click(screen.getByRole("button", { name: "Choose all 60 that this list finds" }));
  await user.click(screen.getByRole("button", { name: "One less" }));
  expect(screen.getByText("2 chosen")).toBeDefined();
  expect(await pause()).toMatchObject({ surveys: { ids: ["s-2", "s-3"] } });
});
