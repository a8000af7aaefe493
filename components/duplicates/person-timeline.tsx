"use client";

import { Anchor, Badge, Group, Stack, Text, Timeline } from "@mantine/core";
import { useMemo, useState } from "react";
import { Pages } from "@/components/ui/pages";
import { useFormat } from "@/components/ui/use-format";
import type { LookedUp, Seen } from "@/lib/contracts/ours/duplicates";
import { builtInRoutes } from "@/lib/contracts/terms/activation";
import { fromOldest, lastChange } from "@/lib/duplicates/prepare-person";
import type { Asked } from "@/lib/duplicates/queries";
import { matchedOnNames, nameOfRoute, selectorWords } from "@/lib/duplicates/words";
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
    <Timeline bulletSize={14} lineWidth={2} active={records.length} aria-label="Sessions, oldest first" role="list">
      {records.map((record) => (
        <Timeline.Item
          key={`${record.survey_number} ${record.session_id}`}
          role="listitem"
          color={record.matched_on.length === 0 ? "indigo" : "gray"}
          title={
            <Text size="xs" c="dimmed">
              {record.recorded_at === null ? "Time unknown" : format.instant(record.recorded_at)}
            </Text>
          }
        >
          <Session record={record} onAsk={onAsk} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function Session({ record, onAsk }: { record: Seen; onAsk: Props["onAsk"] }) {
  const format = useFormat();
  const change = lastChange(record);
  return (
    <Stack gap={6} mt={2}>
      <SurveyName number={record.survey_number} name={record.survey_name} />
      <Group gap="xs">
        {record.matched_on.length === 0 ? (
          <Badge variant="light" color="indigo" tt="none">
            What you asked for
          </Badge>
        ) : (
          record.matched_on.map((name) => (
            <Badge key={name} variant="light" color="gray" tt="none">
              {matchedOnNames[name]}
            </Badge>
          ))
        )}
        {builtInRoutes.map((route) => (
          <RouteState key={route} route={route} active={record.active[route]} />
        ))}
      </Group>
      <Identifiers record={record} onAsk={onAsk} />
      {change && (
        <Text size="xs" c="dimmed">
          Switched last on {nameOfRoute(change.route)} by {change.who}, {format.instant(change.at)}
        </Text>
      )}
    </Stack>
  );
}

function RouteState({ route, active }: { route: string; active: boolean | null }) {
  if (active === null) return null;
  return (
    <Badge variant="light" color={active ? "teal" : "orange"} tt="none">
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
    <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
      <Fact label="Session">
        <LookUpAnchor
          value={record.session_id}
          onClick={() => onAsk({ kind: "Session_Id", value: record.session_id })}
        />
      </Fact>
      {known.map(({ name, value }) => (
        <Fact key={name} label={selectorWords[name].label}>
          {name === "Panel_Id" ? (
            <LookUpAnchor value={value} onClick={() => onAsk({ kind: name, value })} />
          ) : (
            <span>{value}</span>
          )}
        </Fact>
      ))}
    </Text>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Text span inherit c="dimmed">
        {label}:
      </Text>{" "}
      {children}
    </div>
  );
}

function LookUpAnchor({ value, onClick }: { value: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="sm" ff="monospace" ta="left" onClick={onClick}>
      {value}
    </Anchor>
  );
}
