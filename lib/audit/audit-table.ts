import type { AuditEntry } from "@/lib/contracts/ours/audit";
import type { TableColumn } from "@/lib/tables/column";
import { originNames, outcomeNames, titleOf } from "./words";

const SHOWN = ["csv", "xlsx"] as const;
const FULL = ["csv-full"] as const;

const json = (state: AuditEntry["before"]) => (state === null ? null : JSON.stringify(state));

/** The audit as data. `describe`: what an entry changed, in words; `projects`: their names by id. */
export const auditTable = (
  describe: (entry: AuditEntry) => string,
  projects: ReadonlyMap<string, string>,
): TableColumn<AuditEntry>[] => [
  { id: "at", header: "When", kind: "instant", value: ({ at }) => at },
  { id: "entry", of: "at", forms: FULL, header: "Entry", kind: "count", value: ({ id }) => id },
  { id: "request_id", of: "at", forms: FULL, header: "Request", kind: "text", value: (entry) => entry.request_id },
  { id: "who", header: "Who", kind: "text", value: ({ who }) => who },
  { id: "origin", of: "who", header: "From", kind: "text", value: ({ origin }) => originNames[origin] },
  {
    id: "what",
    forms: SHOWN,
    header: "What",
    kind: "text",
    value: (entry) => {
      const { lead, name } = titleOf(entry, projects);
      return name === null ? lead : `${lead} ${name}`;
    },
  },
  { id: "action", of: "what", forms: FULL, header: "Action", kind: "text", value: ({ action }) => action },
  { id: "thing", of: "what", forms: FULL, header: "Thing", kind: "text", value: ({ thing }) => thing },
  { id: "thing_id", of: "what", forms: FULL, header: "Id", kind: "text", value: (entry) => entry.thing_id },
  { id: "thing_name", of: "what", forms: FULL, header: "Name", kind: "text", value: (entry) => entry.thing_name },
  { id: "changes", forms: SHOWN, header: "Before and after", kind: "text", value: describe },
  { id: "before", of: "changes", forms: FULL, header: "Before", kind: "text", value: ({ before }) => json(before) },
  { id: "after", of: "changes", forms: FULL, header: "After", kind: "text", value: ({ after }) => json(after) },
  { id: "detail", of: "changes", forms: FULL, header: "Reason", kind: "text", value: ({ detail }) => detail },
  { id: "outcome", header: "Outcome", kind: "text", value: ({ outcome }) => outcomeNames[outcome] },
];
