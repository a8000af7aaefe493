"use client";

import { Table, Tabs, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { Quota } from "@/lib/contracts/interfaces/survey-codec";
import { describeQuota } from "@/lib/surveys/changes";
import type { QuotaDraft } from "@/lib/surveys/draft";
import type { QuestionsById } from "@/lib/surveys/qualification-text";
import type { ListDifference } from "@/lib/surveys/quotas/list-difference";
import type { Refusal } from "@/lib/surveys/quotas/quota-file";
import { useEditor } from "../../editor/editor-context";
import classes from "./tools.module.css";

type Props = { difference: ListDifference; refused?: readonly Refusal[] };

/** What becomes of the present quotas, in one table a kind, before anything is changed. */
export function DifferenceView({ difference, refused }: Props) {
  const { questions, latest } = useEditor();
  const format = useFormat();
  const collected = new Map(latest?.respondent_attributes?.map((quota) => [quota.quota_id, quota]));
  const { added, changed, removed, unchanged } = difference;
  const kinds: Kind[] = [
    ...(refused ? [{ title: "Refused", rows: refused.map((each) => refusedRow(each)), heads: refusedHeads }] : []),
    { title: "Removed", rows: removed.map((quota) => removedRow(quota, collected)), heads: removedHeads },
    { title: "Changed", rows: changed.map((each) => changedRow(each, questions)), heads: changedHeads },
    { title: "Added", rows: added.map(({ quota }) => quotaRow(quota, questions)), heads: quotaHeads },
    { title: "Unchanged", rows: unchanged.map((quota) => quotaRow(quota, questions)), heads: quotaHeads },
  ];
  const [chosen, setChosen] = useState<string | null>(null);
  const first = kinds.find(({ rows }) => rows.length > 0)?.title ?? "Unchanged";
  return (
    <Tabs value={chosen ?? first} onChange={setChosen} keepMounted={false} aria-label="What would change">
      <Tabs.List>
        {kinds.map(({ title, rows }) => (
          <Tabs.Tab key={title} value={title}>
            {title} <b className={toneOf(title, rows.length)}>{format.count(rows.length)}</b>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {kinds.map((kind) => (
        <Tabs.Panel key={kind.title} value={kind.title} pt="xs">
          <Rows {...kind} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const toneOf = (title: string, count: number) =>
  (count > 0 && (title === "Refused" || title === "Removed") ? classes.bad : classes.count) ?? "";

type Kind = { title: string; heads: readonly string[]; rows: readonly ReactNode[][] };

/** More rows than anybody reads here cost time to draw. */
const MOST_SHOWN = 200;

function Rows({ title, heads, rows }: Kind) {
  const format = useFormat();
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None.
      </Text>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <section className={classes.rows} tabIndex={0} aria-label={`${title} quotas`}>
        <Table verticalSpacing={4} horizontalSpacing="xs" stickyHeader aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, MOST_SHOWN).map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one reading have no identity and don't move
              <Table.Tr key={row}>
                {cells.map((cell, at) => (
                  <Table.Td key={heads[at]}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {rows.length > MOST_SHOWN && (
        <Text size="xs" c="dimmed" mt={4}>
          The first {format.count(MOST_SHOWN)} of {format.count(rows.length)} are shown.
        </Text>
      )}
    </>
  );
}

const quotaHeads = ["Name", "Who", "Target"];
const quotaRow = (quota: QuotaDraft, questions: QuestionsById) => [
  quota.quota_name,
  describeQuota(quota, questions),
  targetOf(quota),
];

const removedHeads = ["Name", "Target", "Starts", "Completes"];
const removedRow = (quota: QuotaDraft, collected: ReadonlyMap<string | null, Quota>) => {
  const counts = quota.quota_id === null ? undefined : collected.get(quota.quota_id);
  return [quota.quota_name, targetOf(quota), counts?.survey_starts ?? 0, counts?.survey_completes ?? 0];
};

const refusedHeads = ["Row", "Column", "Reason"];
const refusedRow = ({ row, column, reason }: Refusal) => [row, column, reason];

const changedHeads = ["Name", "Before", "After"];
function changedRow({ before, after }: ListDifference["changed"][number], questions: QuestionsById) {
  const [was, is] = [before, after].map((quota) => ({
    target: targetOf(quota),
    who: describeQuota(quota, questions, Number.POSITIVE_INFINITY),
    name: quota.quota_name,
  }));
  if (!was || !is) return [];
  const members = (["name", "target", "who"] as const).filter((member) => was[member] !== is[member]);
  const lines = (side: typeof was) => members.map((member) => <div key={member}>{side[member]}</div>);
  return [is.name, lines(was), lines(is)];
}

const targetOf = ({ quota }: QuotaDraft) => (quota === "" ? "empty" : String(quota));
