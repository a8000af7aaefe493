import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { summarizeSessions } from "@/lib/contracts/interfaces/fielding";
import { draftOf, type SurveyDraft } from "@/lib/surveys/draft";
import { definitions, survey } from "@/lib/surveys/test-surveys";
import { type Editor, EditorProvider } from "./editor-context";
import { FieldworkSection } from "./fieldwork-section";

const MINUTE = 60_000;
const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();

const paced = () =>
  survey({
    respondents: 10,
    traffic_control_limit_type: "Even Pacing",
    out_of_field_date: at(80 * MINUTE)
      .slice(0, 19)
      .replace("T", " "),
    field_details: { ...survey().field_details, survey_completes: 6 } as never,
  });

function Section({ present, fieldedElsewhere }: { present: ReturnType<typeof survey>; fieldedElsewhere?: string }) {
  const { control } = useForm<SurveyDraft>({ defaultValues: draftOf(present) });
  const connection = { environment: "built-in", fieldedElsewhere: fieldedElsewhere ?? null };
  const editor = { control, definitions, present, latest: present, targetsNow: new Map(), connection };
  return (
    <EditorProvider value={editor as unknown as Editor}>
      <FieldworkSection />
    </EditorProvider>
  );
}

const hour = () => ({ started_at: at(-20 * MINUTE), starts_before: 0, completes_before: 0, admitted: 6 });
const summary = () => ({ groups: [], refused_returns: [], tests: 0, accepted: 0, hour: hour() });

test("pacing says how many the present hour admits, of what was counted before it began", async () => {
  serve(on(summarizeSessions, summary));
  renderPage(<Section present={paced()} />);
  const sentence = "At most 1.1 times an even pace: 6 responses in this hour. No minimum is guaranteed.";
  expect(await screen.findByText(sentence)).toBeDefined();
});

test("pacing names no number where another service fields the survey", async () => {
  const calls = serve(on(summarizeSessions, summary));
  renderPage(<Section present={paced()} fieldedElsewhere="Another service fields it." />);
  expect(await screen.findByText("At most 1.1 times an even pace.")).toBeDefined();
  expect(calls).toEqual([]);
});
