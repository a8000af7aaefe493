"use client";

import { Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { LoadError } from "@/components/ui/load-error";
import { SideDrawer } from "@/components/ui/side-drawer";
import { useFormat } from "@/components/ui/use-format";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { reasonsQuery, responseQuery } from "@/lib/responses/queries";
import { type ResponseRow, responseTable, withReasons } from "@/lib/responses/response-table";
import { describeOptions, questionsById } from "@/lib/surveys/qualification-text";
import { questionsQuery } from "@/lib/surveys/queries";
import { cellText } from "@/lib/tables/column";
import { ReconciliationBadge } from "./response-columns";

type Props = {
  surveyId: string;
  survey: Survey | null;
  rdud: string;
  /** The rows of the list: one of them need not be read again. */
  listed: readonly ResponseRow[];
  quotaNames: ReadonlyMap<string, string>;
  onClose: () => void;
};

/** Everything that is known of one response, over the list; the address says which. */
export function ResponseDetails({ onClose, ...rest }: Props) {
  return (
    <SideDrawer onClose={onClose} size="min(34rem, 100vw)" title="Response">
      <Loaded {...rest} />
    </SideDrawer>
  );
}

function Loaded({ rdud, surveyId, listed, ...rest }: Omit<Props, "onClose">) {
  const present = listed.find((row) => row.rdud === rdud);
  const one = useQuery({ ...responseQuery(surveyId, rdud), enabled: !present });
  const reasons = useQuery({ ...reasonsQuery(surveyId, [rdud]), enabled: !present });
  const row = present ?? withReasons(one.data ? [one.data] : [], reasons.data ?? [])[0];
  if (row) return <Details row={row} {...rest} />;
  if (one.error) return <LoadError what="The response" error={one.error} onRetry={() => void one.refetch()} />;
  if (one.data === null) return <Text>This survey has no response {rdud}. The link may be cut short.</Text>;
  return (
    <Stack aria-busy>
      <Skeleton height={180} />
      <Skeleton height={120} />
    </Stack>
  );
}

type DetailsProps = { row: ResponseRow; survey: Survey | null; quotaNames: ReadonlyMap<string, string> };

function Details({ row, survey, quotaNames }: DetailsProps) {
  const format = useFormat();
  const facts = responseTable(quotaNames).map((column): [string, ReactNode] => [
    column.header,
    column.id === "reconciliation" ? (
      <ReconciliationBadge key={column.id} status={row.reconciliation_status} />
    ) : (
      cellText(column, row, format) || "–"
    ),
  ]);
  return (
    <Stack gap="md">
      <Facts label="The response" facts={facts} />
      <Answers row={row} country={survey?.country_code ?? ""} />
    </Stack>
  );
}

function Facts({ label, facts }: { label: string; facts: readonly [string, ReactNode][] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={4} aria-label={label}>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={150} fw={400} c="dimmed" style={{ verticalAlign: "top" }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Answers in the catalogue's words; ids stand in for what it does not know. */
function Answers({ row, country }: { row: ResponseRow; country: string }) {
  const { data, isLoading } = useQuery(questionsQuery(country));
  const questions = useMemo(() => questionsById(data ?? []), [data]);
  const facts = row.qualification_attributes.map(({ question_id, option_ids }): [string, ReactNode] => {
    const question = questions.get(String(question_id));
    return [
      question?.name ?? `Question ${question_id}`,
      describeOptions(option_ids, question, Number.POSITIVE_INFINITY),
    ];
  });
  return (
    <section aria-label="Screening answers">
      <Title order={2} fz="sm" mb={4}>
        Screening answers
      </Title>
      {facts.length === 0 && (
        <Text size="sm" c="dimmed">
          None were recorded.
        </Text>
      )}
      {isLoading ? <Skeleton height={80} /> : <Facts label="Screening answers" facts={facts} />}
    </section>
  );
}
