"use client";

import { Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { SideDrawer } from "@/components/ui/side-drawer";
import { useFormat } from "@/components/ui/use-format";
import { checkHref } from "@/lib/checks/address";
import type { SessionHistory as Session } from "@/lib/contracts/interfaces/fielding";
import { prepareHistory } from "@/lib/field-sessions/prepare-history";
import { sessionHistoryQuery } from "@/lib/field-sessions/queries";
import { reasonText, type SessionNames, sessionStatus } from "@/lib/field-sessions/words";
import { UNKNOWN } from "@/lib/tables/format";
import classes from "./session-history.module.css";

type Props = { surveyId: string; rid: string; names: SessionNames; onClose: () => void };

/** What happened to one session, over the list; the address says which. */
export function SessionHistory({ surveyId, rid, names, onClose }: Props) {
  return (
    <SideDrawer onClose={onClose} size="min(34rem, 100vw)" title="Session">
      <Loaded surveyId={surveyId} rid={rid} names={names} />
    </SideDrawer>
  );
}

function Loaded({ surveyId, rid, names }: Omit<Props, "onClose">) {
  const { data, error, refetch } = useQuery(sessionHistoryQuery(surveyId, rid));
  if (data) {
    return (
      <Stack gap="md">
        <div>
          <LinkButton href={checkHref(surveyId, rid)}>Check this respondent</LinkButton>
        </div>
        <History session={data} names={names} />
      </Stack>
    );
  }
  if (error) return <LoadError what="The session" error={error} onRetry={() => void refetch()} />;
  return (
    <Stack aria-busy>
      <Skeleton height={120} />
      <Skeleton height={240} />
    </Stack>
  );
}

function History({ session, names }: { session: Session; names: SessionNames }) {
  const format = useFormat();
  const { rid, supplier, respondent, test } = session;
  const facts: [string, string][] = [
    ["Session", rid],
    ["Supplier", supplier === null ? UNKNOWN : names.supplier(supplier)],
    ["Respondent", respondent ?? UNKNOWN],
    ["Status", sessionStatus(session)],
    ["Reason", reasonText(session, names)],
    ["Price", format.usd(session.price)],
  ];
  return (
    <Stack gap="md">
      {test && (
        <div>
          <Badge tone="indigo">Test: counted in nothing</Badge>
        </div>
      )}
      <table className={classes.facts} aria-label="The session">
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <section aria-label="History">
        <Title order={2} fz="sm" mb={8}>
          History
        </Title>
        <ol className={classes.steps}>
          {prepareHistory(session, names).map(({ key, at, title, lines, tone }) => (
            <li key={key} data-tone={tone}>
              <b>{title}</b>
              {at !== null && <time dateTime={at}>{format.instant(at)}</time>}
              {lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </li>
          ))}
        </ol>
      </section>
    </Stack>
  );
}
