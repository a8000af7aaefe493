"use client";

import { Alert, Button, Group, List, Stack, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { PreviewPending } from "@/components/ui/preview-pending";
import { useFormat } from "@/components/ui/use-format";
import type { Job } from "@/lib/contracts/ours/jobs";
import type {
  CostBeforeAndAfter,
  ReconciliationPreview as Preview,
  ReconciliationInput,
  SomeResponses,
} from "@/lib/contracts/ours/responses";
import { previewReconciliation, responsesKey, startReconciliation } from "@/lib/responses/queries";
import type { Format } from "@/lib/tables/format";

type Props = {
  /** Asked for once: a list of thousands is no key. */
  body: ReconciliationInput;
  /** What is sent in the end, where a reason is still being typed. */
  send?: ReconciliationInput;
  back: { label: string; go: () => void };
  onStarted: (job: Job) => void;
};

/** What a list would do, first what is wrong with it; and the start. */
export function ReconciliationPreview({ body, send = body, back, onStarted }: Props) {
  const format = useFormat();
  const [starting, setStarting] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...responsesKey(body.survey_id), "preview", useId()],
    queryFn: ({ signal }) => previewReconciliation(body, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const start = async () => {
    setStarting(true);
    try {
      onStarted(await startReconciliation(send));
    } catch (problem) {
      notifications.show({ color: "red", message: problem instanceof Error ? problem.message : String(problem) });
      setStarting(false);
    }
  };
  const leave = (
    <Button variant="default" onClick={back.go}>
      {back.label}
    </Button>
  );
  if (error || !data) return <PreviewPending error={error} onRetry={() => void refetch()} leave={leave} />;
  return (
    <Stack gap="md">
      <Problems preview={data} />
      <Outcome preview={data} />
      {data.completes_survey && (
        <Alert color="yellow" variant="light" role="status">
          Accepting these fills the survey or all its quotas: it becomes Complete then and takes nobody more. Undo does
          not set it Live again; do that on the survey’s page, when there is room.
        </Alert>
      )}
      <Group justify="flex-end">
        {leave}
        <Button onClick={() => void start()} loading={starting} disabled={data.changes === 0}>
          {verbOf(body)} {responsesInWords(format, data.changes)}
        </Button>
      </Group>
    </Stack>
  );
}

function verbOf({ decisions }: ReconciliationInput): string {
  const statuses = new Set(decisions.filter(({ rduds }) => rduds.length > 0).map(({ status }) => status));
  if (statuses.size > 1) return "Reconcile";
  return statuses.has("Accepted") ? "Accept" : "Reject";
}

const responsesInWords = (format: Format, count: number) =>
  `${format.count(count)} ${count === 1 ? "response" : "responses"}`;

function Problems({ preview }: { preview: Preview }) {
  const format = useFormat();
  const { missing, contradicting, repeated, not_complete, unchanged } = preview;
  const groups: [SomeResponses, string][] = [
    [missing, "Not found in this survey"],
    [contradicting, "Both accepted and rejected, so left alone"],
    [repeated, "Given more than once, judged once"],
    [not_complete, "Not complete, judged all the same"],
    [unchanged, "So already, not changed"],
  ];
  const present = groups.filter(([{ total }]) => total > 0);
  if (present.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title="Look at these first" role="status">
      <Stack gap={6}>
        {present.map(([some, what]) => (
          <Named key={what} some={some} sentence={`${what}: ${responsesInWords(format, some.total)}.`} />
        ))}
      </Stack>
    </Alert>
  );
}

function Named({ some, sentence }: { some: SomeResponses; sentence: string }) {
  const format = useFormat();
  return (
    <details>
      <summary>
        <Text size="sm" component="span">
          {sentence}
        </Text>
      </summary>
      <List size="xs" mah={140} style={{ overflowY: "auto", overflowWrap: "anywhere" }} tabIndex={0}>
        {some.rduds.map((rdud) => (
          <List.Item key={rdud}>{rdud}</List.Item>
        ))}
        {some.total > some.rduds.length && (
          <List.Item>and {format.count(some.total - some.rduds.length)} more: the result file names all.</List.Item>
        )}
      </List>
    </details>
  );
}

function Outcome({ preview }: { preview: Preview }) {
  const format = useFormat();
  const { total, changes, completes, cost, quotas } = preview;
  const figures: [string, CostBeforeAndAfter, (value: number | null) => string][] = [
    ["Completes", completes, format.count],
    ["Cost", cost, format.usd],
    ...quotas.map((quota): [string, CostBeforeAndAfter, (value: number | null) => string] => [
      quota.name,
      quota,
      format.count,
    ]),
  ];
  return (
    <div>
      <Text mb="xs">
        Of {responsesInWords(format, total)}, <b>{format.count(changes)} will change</b>.
      </Text>
      <Table.ScrollContainer minWidth={320} mah={260}>
        <Table aria-label="What changes" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Figure</Table.Th>
              <Table.Th className="figures">Before</Table.Th>
              <Table.Th className="figures">After</Table.Th>
              <Table.Th className="figures">Change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {figures.map(([name, { before, after, change }, write], at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: quotas may have one name
              <Table.Tr key={at}>
                <Table.Th scope="row" fw={400} style={{ overflowWrap: "break-word" }}>
                  {name}
                </Table.Th>
                <Table.Td className="figures">{write(before)}</Table.Td>
                <Table.Td className="figures">{write(after)}</Table.Td>
                <Table.Td className="figures">{`${change !== null && change > 0 ? "+" : ""}${write(change)}`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" mt="xs">
        Undo gives each response its former status back. The service cannot take a status away: a response that had none
        gets Accepted or Rejected, whichever makes it count and cost as before. If such a response is still being
        answered when you undo, it stays as it is, and the result names it.
      </Text>
    </div>
  );
}
