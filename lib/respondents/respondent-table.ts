import type { RespondentRow } from "@/lib/contracts/ours/respondents";
import { bandOf } from "@/lib/contracts/terms/respondents";
import type { TableColumn } from "@/lib/tables/column";
import { UNKNOWN } from "@/lib/tables/format";
import { bandNames, categoryNames, checkNames, decisionName, scoreText } from "./words";

const scored = ({ is_pending, service_score }: RespondentRow): number | null =>
  is_pending || bandOf(service_score) === null ? null : service_score;

const bandText = (row: RespondentRow): string | null => {
  const score = scored(row);
  const band = score === null ? null : bandOf(score);
  return band && bandNames[band];
};

const scoreOrUnknown = (score: number) => (bandOf(score) === null ? UNKNOWN : String(score));

const checksText = ({ checks }: RespondentRow): string =>
  checks.map(({ check, score }) => `${checkNames[check]} ${scoreOrUnknown(score)}`).join(" · ");

/** "Gibberish (2), Off topic". */
export const categoriesText = ({ categories }: RespondentRow): string =>
  categories
    .map(({ category, answers }) =>
      answers === 1 ? categoryNames[category] : `${categoryNames[category]} (${answers})`,
    )
    .join(", ");

/** Columns of a survey's scored respondents: a decision is one cell of the screen and several columns of a file. */
export const respondentTable: TableColumn<RespondentRow>[] = [
  { id: "respondent", header: "Respondent", kind: "text", value: ({ respondent_id }) => respondent_id },
  { id: "score", header: "Score", kind: "count", value: scored, text: scoreText },
  { id: "band", of: "score", header: "Band", kind: "text", value: bandText },
  { id: "reasons", header: "Reasons", kind: "text", value: ({ reasons }) => reasons.join(" ") },
  { id: "checks", header: "Checks", kind: "text", value: checksText },
  { id: "categories", of: "checks", header: "Open answers", kind: "text", value: categoriesText },
  {
    id: "supplier",
    header: "Supplier",
    kind: "text",
    value: ({ supplier }) => supplier?.code,
    text: ({ supplier }) => supplier?.name ?? "",
  },
  { id: "at", header: "Time", kind: "instant", value: ({ at }) => at },
  { id: "decision", header: "Decision", kind: "text", value: ({ review }) => decisionName(review) },
  {
    ...{ id: "excluded", of: "decision", header: "Excluded", kind: "text" },
    value: ({ is_excluded }) => (is_excluded ? "Yes" : "No"),
  },
  { id: "note", of: "decision", header: "Note", kind: "text", value: ({ review }) => review?.note },
  { id: "by", of: "decision", header: "Decided by", kind: "text", value: ({ review }) => review?.by },
  { id: "decided", of: "decision", header: "Decided", kind: "instant", value: ({ review }) => review?.at },
];
