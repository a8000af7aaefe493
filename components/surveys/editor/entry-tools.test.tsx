import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import {
  createTestLink,
  getSurveyChecks,
  listSuppliers,
  updateSurveyChecks,
} from "@/lib/contracts/interfaces/fielding";
import { survey } from "@/lib/surveys/test-surveys";
import { type Editor, EditorProvider } from "./editor-context";
import { EntryChecks } from "./entry-checks";
import { EntryTest } from "./entry-test";

const present = survey();
const editorOf = (change: { fieldedElsewhere?: string; readOnly?: boolean; present?: null }) =>
  ({
    connection: { fieldedElsewhere: change.fieldedElsewhere ?? null },
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
const checks = (isOn: boolean) => ({ survey_id: present.id, checks_duplicates: isOn });

test("the duplicate check is saved by itself, and stays as it was when that fails", async () => {
  let isRefused = false;
  const calls = serve(
    on(getSurveyChecks, () => checks(true)),
    on(updateSurveyChecks, ({ body }) => {
      if (isRefused) throw new Refusal("forbidden", "Your role does not allow this.");
      return body;
    }),
  );
  const { user } = show();
  await waitFor(async () => expect(((await theSwitch()) as HTMLInputElement).checked).toBe(true));
  await user.click(await theSwitch());
  await waitFor(async () => expect(((await theSwitch()) as HTMLInputElement).checked).toBe(false));
  expect(calls.at(-1)?.body).toEqual(checks(false));
  isRefused = true;
  await user.click(await theSwitch());
  expect((await screen.findByRole("alert")).textContent).toContain("Your role does not allow this.");
  expect(((await theSwitch()) as HTMLInputElement).checked).toBe(false);
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
