import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import {
  createTestLink,
  getSurveyChecks,
  listSuppliers,
  updateSurveyChecks,
} from "@/lib/contracts/interfaces/fielding";
import { previewThreshold } from "@/lib/contracts/ours/checks";
import { survey } from "@/lib/surveys/test-surveys";
import { type Editor, EditorProvider } from "./editor-context";
import { EntryChecks } from "./entry-checks";
import { EntryTest } from "./entry-test";

const present = survey();
type Change = { fieldedElsewhere?: string; checkedElsewhere?: string; readOnly?: boolean; present?: null };
const editorOf = (change: Change) =>
  ({
    connection: {
      fieldedElsewhere: change.fieldedElsewhere ?? null,
      checkedElsewhere: change.checkedElsewhere ?? null,
    },
    present: change.present === null ? null : present,
    readOnly: change.readOnly ?? false,
  }) as unknown as Editor;

const show = (change: Parameters<typeof editorOf>[0] = {}) =>
  renderPage(
    <EditorProvider value={editorOf(change)}>
      <EntryTest />
      <EntryChecks />
    </EditorProvider>,
  );

const theSwitch = () => screen.findByRole("switch", { name: /^Duplicate check at entry/ });
const checks = (isOn: boolean, fraud: { fraud_check?: string; fraud_threshold?: number | null } = {}) => ({
  ...{ survey_id: present.id, checks_duplicates: isOn, fraud_check: "off", fraud_threshold: null },
  ...fraud,
});

test("the duplicate check is saved by itself, and stays as it was when that fails", async () => {
  let isRefused = false;
  const calls = serve(
    on(getSurveyChecks, () => checks(true)),
    on(updateSurveyChecks, ({ body }) => {
      if (isRefused) throw new Refusal("forbidden", "Your role does not allow this.");
      return { ...checks(true), ...(body as object) };
    }),
  );
  const { user } = show();
  await waitFor(async () => expect(((await theSwitch()) as HTMLInputElement).checked).toBe(true));
  await user.click(await theSwitch());
  await waitFor(async () => expect(((await theSwitch()) as HTMLInputElement).checked).toBe(false));
  expect(calls.at(-1)?.body).toEqual({ survey_id: present.id, checks_duplicates: false });
  isRefused = true;
  await user.click(await theSwitch());
  expect((await screen.findByRole("alert")).textContent).toContain("Your role does not allow this.");
  expect(((await theSwitch()) as HTMLInputElement).checked).toBe(false);
});

test("a survey's own threshold of the fraud check is tried on its completes before it is saved", async () => {
  const calls = serve(
    on(getSurveyChecks, () => checks(true, { fraud_check: "require" })),
    on(updateSurveyChecks, ({ body }) => ({ ...checks(true, { fraud_check: "require" }), ...(body as object) })),
    on(previewThreshold, () => ({
      ...{ completes: 40, checked: 40, stopped: 1, more: false },
      reasons: [{ failure_reason: "08", completes: 1 }],
    })),
  );
  const { user } = show();
  await user.type(await screen.findByLabelText("Respondents of this survey fail from a score of"), "50");
  expect(await screen.findByText(/^1 of 40 completes .*: crawler 1\.$/)).toBeDefined();
  expect(calls.find(({ name }) => name === "previewThreshold")?.query.get("sy_nr")).toBe(present.id);
  await user.click(screen.getByRole("button", { name: "Save threshold" }));
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ survey_id: present.id, fraud_threshold: 50 }));
});

test("where another service checks respondents no threshold of the survey is offered, and why", async () => {
  const calls = serve(on(getSurveyChecks, () => checks(true, { fraud_check: "require", fraud_threshold: 50 })));
  show({ checkedElsewhere: "Another service checks respondents." });
  const field = await screen.findByLabelText<HTMLInputElement>("Respondents of this survey fail from a score of");
  expect([field.disabled, field.value]).toEqual([true, ""]);
  expect(screen.getByText("Another service checks respondents.")).toBeDefined();
  expect(calls.map(({ name }) => name)).not.toContain("previewThreshold");
});

test("a test link is created for the chosen supplier, to open and to copy", async () => {
  const url = `https://field.test/enter/${present.id}?test=1`;
  const calls = serve(
    on(getSurveyChecks, () => checks(true)),
    on(listSuppliers, () => ({ suppliers: [] })),
    on(createTestLink, () => Response.json({ url, expires_at: "2026-01-02T00:00:00.000Z" }, { status: 201 })),
  );
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "Test the entry link…" }));
  const dialog = await screen.findByRole("dialog", { name: "Test the entry link" });
  await user.click(within(dialog).getByRole("button", { name: "Create test link" }));
  const open = await within(dialog).findByRole("link", { name: "Open test" });
  expect(open.getAttribute("href")).toBe(url);
  expect(calls.find(({ name }) => name === "createTestLink")?.body).toEqual({
    survey_id: present.id,
    supplier: "direct",
  });
});

test("where surveys are fielded elsewhere both are shown disabled with the reason, and nothing is asked for", async () => {
  const calls = serve();
  const { user } = show({ fieldedElsewhere: "Staging fields its surveys itself." });
  expect(((await theSwitch()) as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByText("Staging fields its surveys itself.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Test the entry link…" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls).toEqual([]);
});
