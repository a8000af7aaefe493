import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, expect, test, vi } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import { saveFile } from "@/components/ui/save-file";
import { listQualifications } from "@/lib/contracts/interfaces/demand";
import { draftOf } from "@/lib/surveys/draft";
import { QuotaList } from "@/lib/surveys/quotas/quota-list";
import { quota, survey } from "@/lib/surveys/test-surveys";
import { type Editor, EditorProvider } from "../../editor/editor-context";
import { useExport } from "./use-export";

vi.mock("@/components/ui/save-file", () => ({ saveFile: vi.fn() }));
const saved = vi.mocked(saveFile);
afterEach(() => saved.mockReset());

const asksWomen = quota("a", { qualifications: [{ question_id: 2, allowed_option_ids: [2] }] });
const latest = survey({ country_code: "US", respondent_attributes: [asksWomen] });
const gender = {
  id: 2,
  name: "Gender",
  text: "What is your gender?",
  type: "Single",
  options: [{ id: 2, text: "Female" }],
};
const page = (qualifications: unknown[]) => ({ total_qualifications: 1, page: 1, page_size: 500, qualifications });

function ExportButton() {
  const exportTo = useExport();
  return (
    <button type="button" onClick={() => void exportTo("csv")}>
      Export
    </button>
  );
}

/** The editor as it stands before the questions of its country are read. */
function EarlyEditor() {
  const { control } = useForm({ defaultValues: draftOf(latest) });
  const list = new QuotaList(draftOf(latest).respondent_attributes);
  const connection = {
    name: "p",
    title: "Production",
    environment: "production",
    addsQuotas: true,
    searches: false,
    fieldedElsewhere: null,
    checkedElsewhere: null,
  };
  const names = { questions: new Map(), namesMissing: "The questions of this country are still being read." };
  const editor = { control, connection, latest, present: latest, revision: "r1", list, ...names } as unknown as Editor;
  return (
    <EditorProvider value={editor}>
      <ExportButton />
    </EditorProvider>
  );
}

test("an export waits for the questions of the country, and has their names", async () => {
  let answer = (_: unknown) => {};
  const held = new Promise((resolve) => {
    answer = resolve;
  });
  const calls = serve(on(listQualifications, () => held));
  const { user } = renderPage(<EarlyEditor />);
  await user.click(screen.getByRole("button", { name: "Export" }));
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.query.get("country_code")).toBe("US");
  expect(saved).not.toHaveBeenCalled();
  answer(page([gender]));
  await expect.poll(() => saved).toHaveBeenCalledTimes(1);
  const text = await saved.mock.calls[0]?.[0].text();
  expect(text).toContain("Gender");
  expect(text).toContain("Female");
  expect(text).not.toContain("#2");
});

test("where the questions cannot be read no file is made, and that is said", async () => {
  serve(
    on(listQualifications, () => {
      throw new Refusal("unavailable", "Production cannot be reached.");
    }),
  );
  const { user } = renderPage(<EarlyEditor />);
  await user.click(screen.getByRole("button", { name: "Export" }));
  expect(
    await screen.findByText(/The questions of this country cannot be read.*Production cannot be reached/),
  ).toBeDefined();
  expect(saved).not.toHaveBeenCalled();
});
