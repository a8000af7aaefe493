import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { QuestionDraft } from "@/lib/answers/questions/question-draft";
import { renderPage } from "../test-page";
import { OptionRows } from "./option-rows";

function Page({ labels }: { labels: string[] }) {
  const [draft, setDraft] = useState<QuestionDraft>({
    ...{ text: "Q", derivation: null, missing: [{ cell: "Refused", kind: "no_answer", marked: true }] },
    options: labels.map((label, at) => ({ code: at + 1, label, value: null })),
  });
  const cellsOf = (code: number) => [labels[code - 1] ?? ""];
  return <OptionRows draft={draft} onDraft={setDraft} readOnly={false} counted={undefined} cellsOf={cellsOf} />;
}

const shown = () =>
  screen.getAllByRole("listitem").map((row) =>
    within(row)
      .getAllByRole<HTMLInputElement>("textbox")
      .map(({ value }) => value),
  );

test("one click sorts options as the scale that their labels name, with values; what is no answer stands behind", async () => {
  const { user } = renderPage(<Page labels={["Agree", "Refused", "Disagree", "Neutral"]} />);
  await user.click(screen.getByRole("button", { name: "Sort options" }));
  await user.click(screen.getByRole("menuitem", { name: "As a scale, with values" }));
  expect(shown()).toEqual([
    ["Disagree", "1"],
    ["Neutral", "2"],
    ["Agree", "3"],
    ["Refused", ""],
  ]);
  await user.click(screen.getByRole("button", { name: "Sort options" }));
  await user.click(screen.getByRole("menuitem", { name: "Reverse order" }));
  expect(shown().map(([label]) => label)).toEqual(["Agree", "Neutral", "Disagree", "Refused"]);
});

test("options without a scale say why they cannot be sorted as one", async () => {
  const { user } = renderPage(<Page labels={["Red", "Green", "Blue"]} />);
  await user.click(screen.getByRole("button", { name: "Sort options" }));
  const item = screen.getByRole("menuitem", { name: /As a scale/ });
  expect(item.getAttribute("aria-disabled")).toBe("true");
  expect(item.textContent).toContain("The labels name no scale");
});
