import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { KeptDraftControl } from "@/components/drafts/use-kept-draft";
import { countAnswers, listQuestions } from "@/lib/contracts/ours/questions";
import { type ListedWeight, listWeights, saveWeight, tryWeight, type WeightReport } from "@/lib/contracts/ours/weights";
import { question } from "@/lib/test-answers";
import { on, renderPage, serve } from "../test-page";
import { WeightsSection } from "./weights-section";

const questions = [
  question(1, "Sex", "single", {
    options: [
      [1, "Male", null],
      [2, "Female", null],
    ],
  }),
];
const recipeOf = (male: number) => ({
  margins: [
    {
      ...{ questionId: "Sex", unit: "percent" as const },
      targets: [
        { code: 1, target: male },
        { code: 2, target: 100 - male },
      ],
      leftOut: [],
    },
  ],
  ...{ caps: null, wave: null },
});
const made: ListedWeight = {
  ...{ id: "Population", name: "Population", source: "raked", file_name: null, who: "Ann", at: null },
  ...{ recipe: recipeOf(49), n: 40, without: 0, range: { low: 0.65, high: 2.04 }, sum: 40, efficiency: 0.7 },
  changed: null,
};
const costs = {
  ...{ n: 40, uncapped: { low: 0.65, high: 2.04 }, capped: { low: 0.65, high: 2.04 } },
  ...{ design_effect: 1.4, effective: 28, efficiency: 0.7, reached: true },
};
const report: WeightReport = {
  ...{ responses: 40, excluded: 0, left_out: 0, left_out_at: [] },
  ...costs,
  groups: [{ wave: null, ...costs, margins: [] }],
};

function open({ weights = [] as ListedWeight[], mayWrite = true } = {}) {
  const calls = serve(
    on(listWeights, () => ({ weights, revision: 1 })),
    on(listQuestions, () => ({ questions, weights: [], revision: 1 })),
    on(countAnswers, () => ({
      ...{ responses: 40, excluded: 0 },
      questions: [
        {
          ...{ id: "Sex", answered: 40, not_asked: 0, no_answer: 0, none: 0, numbers: null },
          counts: [
            { code: 1, n: 30 },
            { code: 2, n: 10 },
          ],
        },
      ],
    })),
    on(tryWeight, () => report),
    on(saveWeight, () => Response.json({ weights: [made], revision: 2, made: 2 }, { status: 201 })),
  );
  const control = { state: { status: "idle" } } as unknown as KeptDraftControl;
  const page = renderPage(
    <WeightsSection project="p" typed={null} onTyped={vi.fn()} {...{ questions, mayWrite, control }} />,
  );
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ body }) => body);
  return { ...page, sent };
}

const target = (option: string) => screen.getByLabelText<HTMLInputElement>(`Target of ${option}`);
const button = (says: string) => screen.getByText(says, { selector: "button, button *" }).closest("button");

test("targets are typed with decimals, say what is missing of 100%, and are pasted with what does not fit refused", async () => {
  const { user } = open();
  await user.click(await screen.findByText("Make a weight"));
  await user.click(screen.getByLabelText("Add a question", { selector: "input" }));
  await user.click(await screen.findByRole("option", { name: "Sex" }));
  await user.type(target("Male"), "48.05");
  await user.tab();
  expect(target("Male").value).toBe("48.05%");
  await user.type(target("Female"), "51.90");
  expect(screen.getByText("99.95%")).toBeDefined();
  await user.clear(target("Male"));
  await user.type(target("Male"), "47.1");
  expect(screen.getByText("99% · 1% missing")).toBeDefined();
  expect(screen.getByText(/^The targets of “Sex” add up to 99%/)).toBeDefined();
  expect(button("Preview weights")?.disabled).toBe(true);

  await user.click(screen.getByText("Paste"));
  const paste = await screen.findByLabelText("Targets of Sex", { selector: "textarea" });
  await user.click(paste);
  await user.paste("Male\t49%\nWomen\t51%");
  await user.click(screen.getByText("Take these targets"));
  expect(screen.getByText("There is no option “Women”.")).toBeDefined();
  await user.clear(paste);
  await user.click(paste);
  await user.paste("Male\t49%\nFemale\t51%");
  await user.click(screen.getByText("Take these targets"));
  await waitFor(() => expect([target("Male").value, target("Female").value]).toEqual(["49%", "51%"]));
});

test("a weight that is calculated again begins with its recipe, is previewed, and takes the place of the one before", async () => {
  const { user, sent } = open({ weights: [made] });
  await user.click(await screen.findByRole("button", { name: "Calculate Population again" }));
  expect(target("Male").value).toBe("49%");
  await user.click(screen.getByText("Preview weights"));
  expect(await screen.findByText(/^40 of 40 responses get a weight/)).toBeDefined();
  await user.click(screen.getByText("Save the weight"));
  expect(await screen.findByText("The weight “Population” was calculated again.")).toBeDefined();
  expect(sent("saveWeight")).toMatchObject([{ name: "Population", replace: true }]);
});

test("who may not make a weight sees those that there are and why", async () => {
  const { user } = open({ weights: [made], mayWrite: false });
  const table = await screen.findByRole("table", { name: "Weights" });
  expect(await within(table).findByText("Raked here by Ann")).toBeDefined();
  const make = button("Make a weight");
  expect(make?.getAttribute("aria-disabled")).toBe("true");
  expect(make?.dataset.tip).toMatch(/^Making weights is for analysts and admins/);
  make?.focus();
  await user.keyboard("{Enter}");
  expect(screen.queryByLabelText("New weight")).toBeNull();
});
