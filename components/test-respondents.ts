import type { RespondentEvidence, RespondentList, RespondentRow } from "@/lib/contracts/ours/respondents";

export const respondent = (id: string, change: Partial<RespondentRow> = {}): RespondentRow => ({
  ...{ respondent_id: id, is_pending: false, service_score: 34, is_excluded: false },
  reasons: ["Time: 12 s, a third of the median"],
  checks: [{ check: "OES", score: 20 }],
  categories: [{ category: "GIBBERISH", answers: 1 }],
  ...{ supplier: { code: "north", name: "North Panel" }, at: "2026-01-01T10:00:00.000Z", review: null },
  ...change,
});

export const listOf = (rows: RespondentRow[], change: Partial<RespondentList> = {}): RespondentList => ({
  survey: { survey_name: "s", version: "v3", is_stopped: false },
  ...{ total_respondents: rows.length, not_reviewed: rows.length, page: 1, page_size: 50, respondents: rows },
  read_at: "2026-01-02T10:00:00.000Z",
  ...change,
});

export const evidenceOf = (row: RespondentRow): RespondentEvidence => ({
  respondent: row,
  points: [
    {
      ...{ check: "OES", data_point_id: "q1", score: 20, category: "GIBBERISH", reason: "No language has asdf." },
      sent: { check: "OES", question: "Why?", answer: "well asdf", highlights: [{ from: 5, to: 9 }] },
    },
    {
      ...{ check: "TS", data_point_id: "page 1", score: 0, category: null, reason: "A third of the median." },
      sent: { check: "TS", duration_ms: 4000, median_ms: 12000 },
    },
  ],
  session: null,
  answers: [{ question_id: "age", title: "Age", answer: "34" }],
  similar: [{ respondent_id: "twin", data_point_id: "q1", similarity: 0.91, answer: "well asdf too" }],
  history: [],
});
