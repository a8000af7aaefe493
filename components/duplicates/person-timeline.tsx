"use client";

import { Stack } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Pages } from "@/components/ui/pages";
import { RowButton } from "@/components/ui/row-button";
import { useFormat } from "@/components/ui/use-format";
import type { LookedUp, Seen } from "@/lib/contracts/ours/duplicates";
import { builtInRoutes } from "@/lib/contracts/terms/activation";
import { fromOldest, lastChange } from "@/lib/duplicates/prepare-person";
import type { Asked } from "@/lib/duplicates/queries";
import { matchedOnNames, nameOfRoute, selectorWords } from "@/lib/duplicates/words";
import classes from "./person-timeline.module.css";
import { SurveyName } from "./survey-name";

type Props = { found: LookedUp; onAsk: (asked: Asked) => void };

const PAGE_SIZE = 25;

/** A person's sessions, oldest first; of many, the page that has what was asked for. */
export function PersonTimeline({ found, onAsk }: Props) {
  const records = useMemo(() => fromOldest(found), [found]);
  const [page, setPage] = useState(() => 1 + Math.floor(placeOfAsked(records) / PAGE_SIZE));
  if (records.length === 0) return null;
  return (
    <Stack gap="md">
      <Sessions records={records.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} onAsk={onAsk} />
      <Pages total={records.length} pageSize={PAGE_SIZE} page={page} onChange={setPage} />
    </Stack>
  );
}

const placeOfAsked = (records: readonly Seen[]) =>
  Math.max(
    0,
    records.findIndex(({ matched_on }) => matched_on.length === 0),
  );

function Sessions({ records, onAsk }: { records: readonly Seen[]; onAsk: Props["onAsk"] }) {
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without marks is none to Safari
    <ol className={classes.sessions} aria-label="Sessions, oldest first" role="list">
      {records.map((record) => (
        <li
          key={`${record.survey_number} ${record.session_id}`}
          {...(record.matched_on.length === 0 && { "data-asked": true })}
        >
          <p className={classes.time}>
            {record.recorded_at === null ? "Time unknown" : format.instant(record.recorded_at)}
          </p>
          <Session record={record} onAsk={onAsk} />
        </li>
      ))}
    </ol>
  );
}

function Session({ record, onAsk }: { record: Seen; onAsk: Props["onAsk"] }) {
  const format = useFormat();
  const change = lastChange(record);
  return (
    <div className={classes.session}>
      <div>
        <SurveyName number={record.survey_number} name={record.survey_name} />
      </div>
      <div className={classes.badges}>
        {record.matched_on.length === 0 ? (
          <Badge tone="indigo">What you asked for</Badge>
        ) : (
          record.matched_on.map((name) => <Badge key={name}>{matchedOnNames[name]}</Badge>)
        )}
        {builtInRoutes.map((route) => (
          <RouteState key={route} route={route} active={record.active[route]} />
        ))}
      </div>
      <Identifiers record={record} onAsk={onAsk} />
      {change && (
        <p className={classes.note}>
          Switched last on {nameOfRoute(change.route)} by {change.who}, {format.instant(change.at)}
        </p>
      )}
    </div>
  );
}

function RouteState({ route, active }: { route: string; active: boolean | null }) {
  if (active === null) return null;
  return (
    <Badge tone={active ? "teal" : "orange"}>
      {nameOfRoute(route)}: {active ? "active" : "inactive"}
    </Badge>
  );
}

const shown = ["Panel_Id", "IP_Address", "Cookie", "Hashed_Email", "User_Agent"] as const;

/** Those that may stand in an address lead to a look-up of their own. */
function Identifiers({ record, onAsk }: { record: Seen; onAsk: Props["onAsk"] }) {
  const known = shown.flatMap((name) => {
    const value = record.identifiers[name];
    return value === null ? [] : [{ name, value }];
  });
  return (
    <div className={classes.identifiers}>
      <Fact label="Session">
        <LookUpButton
          value={record.session_id}
          onClick={() => onAsk({ kind: "Session_Id", value: record.session_id })}
        />
      </Fact>
      {known.map(({ name, value }) => (
        <Fact key={name} label={selectorWords[name].label}>
          {name === "Panel_Id" ? (
            <LookUpButton value={value} onClick={() => onAsk({ kind: name, value })} />
          ) : (
            <span>{value}</span>
          )}
        </Fact>
      ))}
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <span>{label}:</span> {children}
  </div>
);

const LookUpButton = ({ value, onClick }: { value: string; onClick: () => void }) => (
  <RowButton isLink onClick={onClick}>
    {value}
  </RowButton>
);
