import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { DeriveDialog } from "@/components/questions/derive-dialog";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { fetchData, fetchSpecs, type PivotRequest, type PivotTable } from "@/lib/contracts/interfaces/pivot";
import { addQuestion, listQuestions, type NewDerived, previewQuestion } from "@/lib/contracts/ours/questions";
import { listViews } from "@/lib/contracts/ours/views";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { question } from "@/lib/test-answers";
import { on, renderPage, serve } from "../test-page";
import { PivotsPage } from "./pivots-page";

const region = question(1, "Region", "single", {
  options: [
    [1, "North", null],
    [2, "South", null],
  ],
});
const spend = question(2, "Spend", "numeric");

/** 24 people, 6 of the North. */
const COUNTS: Record<string, { labels: string[]; counts: number[] }> = {
  Region: { labels: ["North", "South"], counts: [6, 18] },
  "Region nets": { labels: ["Up there"], counts: [6] },
};

function tableOf({ rows: [row = ""] }: PivotRequest): PivotTable {
  const { labels, counts } = COUNTS[row] ?? { labels: [], counts: [] };
  const figures = [...counts, 24].map((n) => [[n]]);
  return {
    ...{ rows: [...labels.map((label) => [label]), []], rowCodes: [...labels.map((_, at) => [at + 1]), []] },
    ...{ columns: [[]], columnCodes: [[]], cells: figures, base: figures, weightedBase: figures },
    ...{ effectiveBase: figures, excluded: 0, deviation: figures.map(() => [[null]]) },
  };
}

beforeEach(() => localStorage.setItem("table-settings-hidden", "false"));

/** The builder of a table of regions for somebody who may make questions. */
function open() {
  let questions: Question[] = [region, spend];
  const calls = serve(
    on(fetchSpecs, () => ({
      dimensions: questions.filter(({ kind }) => kind === "single").map(({ id }) => id),
      measures: [{ aggregationType: aggregations.average, questionId: "Spend", label: "Average" }],
    })),
    on(listQuestions, () => ({ questions, weights: [], revision: 1 })),
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(fetchData, ({ body }) => tableOf(body as PivotRequest)),
    on(previewQuestion, ({ body }) => ({
      ...{ id: (body as { id: string }).id, answered: 24, not_asked: 0, no_answer: 0, none: 0, counts: [] },
      ...{ numbers: null, responses: 24, values: [], tenths: null, faults: null },
    })),
    on(addQuestion, ({ body }) => {
      const { id, text, derivation, options } = body as NewDerived;
      const labels = (options ?? []).map(({ code, label }): [number, string, null] => [code, label, null]);
      const made = { ...question(9, id, "single", { options: labels, derivation }), text };
      questions = [...questions, made];
      return Response.json(made, { status: 201 });
    }),
  );
  const page = renderPage(
    <PivotsPage views={() => null} derive={(asked) => <DeriveDialog {...asked} />} mayWrite={false} />,
    { address: "/pivots?project=p&rows=Region&values=column" },
  );
  const made = () => calls.filter(({ name }) => name === "addQuestion").map(({ body }) => body);
  return { ...page, made };
}

const zone = async (name: string) => {
  const zones = await screen.findAllByLabelText(name);
  return zones.find(({ tagName }) => tagName === "SECTION") as HTMLElement;
};
const heads = () => [...document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);

test("nets made by keyboard take the place of the table's question, as shares of all who answered it", async () => {
  const { user, address, made } = open();
  await waitFor(() => expect(heads()).toContain("North25.0%"));
  const rows = await zone("Rows");
  within(rows).getByText("Region", { selector: "button, button *" }).closest("button")?.focus();
  await user.keyboard("{Enter}");
  (await screen.findByText("Net options…")).closest<HTMLElement>("[role=menuitem]")?.focus();
  await user.keyboard("{Enter}");
  const label = await screen.findByLabelText("Label of 1");
  await user.clear(label);
  await user.type(label, "Up there");
  await user.click(screen.getByLabelText("Options in Up there", { selector: "input" }));
  await user.keyboard("North{ArrowDown}{Enter}{Escape}");
  const add = screen.getByText("Add question").closest("button");
  await waitFor(() => expect(add?.disabled).toBe(false));
  add?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByText("Add question")).toBeNull());
  expect(made()).toMatchObject([{ id: "Region nets", derivation: { form: "nets", nets: [{ code: 1, of: [1] }] } }]);
  await waitFor(() => expect(document.activeElement).toBe(rows));
  expect(within(rows).getByText("Region nets", { selector: "button, button *" })).toBeDefined();
  expect(address()).toMatch(/rows=Region(\+|%20)nets/);
  await waitFor(() => expect(heads()).toContain("Up there25.0%"));
  expect(heads()).toContain("Total100.0%");
  expect(screen.getByRole("note").textContent).toContain("“Region nets”: totals are of everybody who answered");
});

test("bands that are made from the list of fields stay there, are not lost by Escape, and leave the table as it is", async () => {
  const { user, made } = open();
  await waitFor(() => expect(heads()).toContain("North25.0%"));
  const fields = await zone("Fields");
  await user.click(within(fields).getByLabelText("Use Spend"));
  await user.click(await screen.findByText("Make bands…"));
  expect((await screen.findByLabelText<HTMLInputElement>("Bands of", { selector: "input" })).value).toBe("Spend");
  await user.type(screen.getByLabelText("Edges"), "10");
  await user.click(screen.getByText("Make bands"));
  await user.keyboard("{Escape}");
  await user.click(await screen.findByText("Keep editing"));
  const add = screen.getByText("Add question").closest("button");
  await waitFor(() => expect(add?.disabled).toBe(false));
  await user.click(screen.getByText("Add question"));
  await waitFor(() => expect(screen.queryByText("Add question")).toBeNull());
  expect(made()).toMatchObject([{ id: "Spend bands", derivation: { form: "bands", questionId: "Spend" } }]);
  await waitFor(() => expect(document.activeElement).toBe(within(fields).getByLabelText("Use Spend")));
  expect(within(fields).getByLabelText("Use Spend bands")).toBeDefined();
  expect(within(await zone("Rows")).getByText("Region", { selector: "button, button *" })).toBeDefined();
});
