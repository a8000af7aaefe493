import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { question } from "@/lib/test-answers";
import { renderPage } from "../test-page";
import { AnswerFilter } from "./answer-filter";

const region = question(1, "Region", "single", {
  options: [
    [1, "North", null],
    [2, "South", null],
  ],
});

function Page({ codes }: { codes: number[] }) {
  const [items, setItems] = useState<FilterItem[]>(
    codes.map((code) => ({ questionId: "Region", operator: "in", value: [code] })),
  );
  return <AnswerFilter items={items} questions={[region]} onChange={setItems} />;
}

test("a condition that is taken away hands the focus on to the one beside it, and the last to what adds another", async () => {
  const { user } = renderPage(<Page codes={[1, 2]} />);
  screen.getByLabelText("Remove the filter Region is one of North").focus();
  await user.keyboard("{Enter}");
  const last = screen.getByLabelText("Remove the filter Region is one of South");
  expect(document.activeElement).toBe(last);
  await user.keyboard("{Enter}");
  expect(document.activeElement?.textContent).toBe("Add filter");
});

const NONE = "Filters need the project's questions, which are known once answers are imported here.";

test("while questions are still being read it does not say that there are none", () => {
  const filter = (isReading: boolean) => (
    <AnswerFilter items={[]} questions={[]} isReading={isReading} onChange={() => {}} />
  );
  const { unmount } = renderPage(filter(true));
  expect(screen.getByText("Add filter").closest("button")?.disabled).toBe(true);
  expect(screen.queryByText(NONE)).toBeNull();
  unmount();
  renderPage(filter(false));
  expect(screen.getByText(NONE)).toBeDefined();
});
