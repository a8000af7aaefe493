import type { ActivationPreview } from "@/lib/contracts/ours/duplicates";
import { MOST_RECORDS } from "@/lib/contracts/terms/activation";
import type { TableColumn } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { namesOnlySurveys, type SwitchBody } from "./switch-form";
import { actionWords, counted } from "./words";

export type PreviewRow = ActivationPreview["surveys"][number];

type Confirmation = { count: number; of: "records" | "surveys" };

/** The number that has to be typed before a wide change may start; null: none has. */
export function confirmationOf({ to_change, surveys }: ActivationPreview): Confirmation | null {
  if (to_change !== null) return to_change > MOST_RECORDS ? { count: to_change, of: "records" } : null;
  return surveys.length > 1 ? { count: surveys.length, of: "surveys" } : null;
}

/** Whether what was typed is that number, with whatever separates thousands. */
export const isConfirmed = (typed: string, { count }: Confirmation) =>
  typed.normalize("NFKC").replace(/[\s.,'’]/g, "") === String(count);

/** Whether a survey's later sessions would start in another state than now. */
const startsOtherwise = ({ active }: PreviewRow, body: SwitchBody) =>
  namesOnlySurveys(body) && active !== null && active !== (body.Type === "2");

const surveysToSwitch = ({ surveys }: ActivationPreview, body: SwitchBody) =>
  surveys.filter((row) => startsOtherwise(row, body)).length;

/** How many of the records that match would change. */
export function changeInWords({ records, to_change }: ActivationPreview, body: SwitchBody, format: Format): string {
  const { state } = actionWords[body.Type];
  if (!records) return namesOnlySurveys(body) ? "These surveys have no records yet" : "No record matches";
  if (to_change === 0) return `${counted(format, records, "matching record")}, all ${state} already`;
  if (to_change === records) return `${counted(format, records, "matching record")} would become ${state}`;
  const others = records - (to_change ?? 0);
  return `${format.count(to_change)} of ${counted(format, records, "matching record")} would become ${state}; ${format.count(others)} already ${others === 1 ? "is" : "are"}`;
}

/** Why there is nothing to start; null: there is something. */
export function nothingToDo(preview: ActivationPreview, body: SwitchBody): string | null {
  if (preview.to_change !== 0 || surveysToSwitch(preview, body) > 0) return null;
  if (preview.records === 0 && !namesOnlySurveys(body)) return "No record matches all of these values.";
  return `Everything that matches is ${actionWords[body.Type].state} already: there is nothing to change.`;
}

/** What the button does: "Deactivate 3,400 records of 700 surveys". */
export function startLabel(preview: ActivationPreview, body: SwitchBody, format: Format): string {
  const { verb } = actionWords[body.Type];
  const { to_change, surveys } = preview;
  const changing = surveys.filter((row) => row.to_change !== 0 || startsOtherwise(row, body)).length;
  if (to_change === null) {
    const where = surveys.length > 0 ? counted(format, surveys.length, "survey") : "";
    if (namesOnlySurveys(body)) return `${verb} ${where}`;
    return where ? `${verb} what matches in ${where}` : `${verb} what matches`;
  }
  if (to_change === 0) {
    const switched = surveysToSwitch(preview, body);
    return switched > 0 ? `${verb} ${counted(format, switched, "survey")} for later sessions` : verb;
  }
  const records = `${verb} ${counted(format, to_change, "record")}`;
  return changing > 0 ? `${records} of ${counted(format, changing, "survey")}` : records;
}

/** How sessions recorded later start, with the change where there is one; a service that cannot count does not say. */
export function laterSessions({ active }: PreviewRow, body: SwitchBody): string {
  if (active === null) return "";
  const now = active ? "active" : "inactive";
  const then = namesOnlySurveys(body) ? actionWords[body.Type].state : now;
  return now === then ? now : `${now} → ${then}`;
}

/** The surveys of a preview as data: what the screen shows and a file has. */
export const previewTable = (body: SwitchBody): TableColumn<PreviewRow>[] => [
  { id: "number", header: "Survey number", kind: "text", value: ({ survey_number }) => survey_number },
  { id: "name", header: "Name", kind: "text", value: ({ name }) => name },
  { id: "records", header: "Records", kind: "count", value: ({ records }) => records },
  { id: "to_change", header: "To change", kind: "count", value: ({ to_change }) => to_change },
  { id: "later", header: "Later sessions start", kind: "text", value: (row) => laterSessions(row, body) },
];
