import type { FieldSession } from "@/lib/contracts/interfaces/fielding";
import type { TableColumn } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";
import { reasonText, type SessionNames, sessionStatus } from "./words";

/** Answers as a person reads them: "Gender: Female; Age: 34". */
export const answersText = ({ qualification_attributes: answers }: FieldSession, names: SessionNames): string =>
  answers
    .map(({ question_id, option_ids }) => {
      const id = String(question_id);
      return `${names.question(id)}: ${names.options(id, option_ids)}`;
    })
    .join("; ");

/** A session's path in one line: device, survey or turned away, minutes in it, hash, refused returns. */
export function pathText(session: FieldSession, { tenths }: Pick<Format, "tenths">): string {
  const { device, reached, reason, hash, refused_returns: refused } = session;
  const minutes = reached && reason !== "expired" ? minutesOf(session) : null;
  const parts = [
    device,
    minutes !== null && `${tenths(minutes)} min in the survey`,
    minutes === null && (reached ? "sent to the survey" : "turned away at entry"),
    hash && "hash valid",
    refused > 0 && `${refused} refused ${refused === 1 ? "return" : "returns"}`,
  ];
  const text = parts.filter(Boolean).join(" · ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Minutes from entry to end; null while it has not ended. */
const minutesOf = ({ started_at, ended_at }: FieldSession): number | null =>
  ended_at === null ? null : (Date.parse(ended_at) - Date.parse(started_at)) / 60_000;

const yesOrNo = (is: boolean) => (is ? "Yes" : "No");

/** Columns of a survey's sessions. The path is one cell of the screen and several columns of a file. */
export const sessionTable = (names: SessionNames): TableColumn<FieldSession>[] => [
  { id: "session", header: "Session", kind: "text", value: ({ rid }) => rid },
  { id: "started", header: "Entered", kind: "instant", value: ({ started_at }) => started_at },
  {
    id: "supplier",
    header: "Supplier",
    kind: "text",
    value: ({ supplier }) => supplier,
    text: ({ supplier }) => (supplier === null ? "" : names.supplier(supplier)),
  },
  { id: "respondent", header: "Respondent", kind: "text", value: ({ respondent }) => respondent },
  {
    id: "status",
    header: "Status",
    kind: "text",
    value: ({ status }) => status,
    text: sessionStatus,
  },
  { id: "test", of: "status", header: "Test", kind: "text", value: ({ test }) => yesOrNo(test) },
  {
    id: "reason",
    header: "Reason",
    kind: "text",
    value: ({ reason }) => reason,
    text: (session) => reasonText(session, names),
  },
  { id: "path", header: "Path", kind: "text", value: () => null, text: pathText, forms: [] },
  { id: "device", of: "path", header: "Device", kind: "text", value: ({ device }) => device },
  {
    id: "answers",
    of: "path",
    header: "Answers",
    kind: "text",
    value: (session) => answersText(session, names),
  },
  {
    id: "quotas",
    of: "path",
    header: "Quotas",
    kind: "text",
    value: ({ quota_attributes }) => quota_attributes.map(names.quota).join("; "),
  },
  {
    id: "reached",
    of: "path",
    header: "Sent to the survey",
    kind: "text",
    value: ({ reached }) => yesOrNo(reached),
  },
  { id: "ended", of: "path", header: "Ended", kind: "instant", value: ({ ended_at }) => ended_at },
  { id: "hash", of: "path", header: "Hash", kind: "text", value: ({ hash }) => hash },
  {
    id: "refused_returns",
    of: "path",
    header: "Refused returns",
    kind: "count",
    value: ({ refused_returns }) => refused_returns,
  },
  { id: "price", header: "Price", kind: "usd", value: ({ price }) => price },
];
