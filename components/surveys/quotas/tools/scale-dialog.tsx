"use client";

import { Stack, Table, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { Dialog } from "@/components/ui/dialog";
import { NumberEntry } from "@/components/ui/number-entry";
import { useFormat } from "@/components/ui/use-format";
import { layerSums } from "@/lib/contracts/rules/quota-layers";
import { layered } from "@/lib/surveys/quotas/scale-layers";
import { scaleQuotas, sumOfTargets } from "@/lib/surveys/quotas/take-quotas";
import { useEditor } from "../../editor/editor-context";
import { useQuotaList } from "../use-quota-list";
import { DialogFoot } from "./dialog-foot";
import classes from "./tools.module.css";

const MOST_SHOWN = 200;

/** Scales all targets to a new total, each keeping its share among the quotas that divide the same respondents. */
export function ScaleDialog({ onClose }: { onClose: () => void }) {
  const { control } = useEditor();
  const { quotas, apply } = useQuotaList();
  const format = useFormat();
  const respondents = Number(useWatch({ control, name: "respondents" })) || 0;
  const sums = useMemo(() => layerSums(layered(quotas)), [quotas]);
  const before = sums.reduce((a, b) => Math.max(a, b), 0);
  const [total, setTotal] = useState<number | "">(respondents > 0 && respondents !== before ? respondents : "");
  const scaled = useMemo(() => scaleQuotas(quotas, total), [quotas, total]);
  const after = "quotas" in scaled ? scaled.quotas : null;
  const isSame = total === before;
  const run = () => {
    if (after && apply({ quotas: after }, `Targets scaled to ${format.count(Number(total))}`)) onClose();
  };
  return (
    <Dialog onClose={onClose} title="Scale all targets" size="lg">
      <Stack gap="md">
        <NumberEntry
          label="New total"
          description={`${sums.length > 1 ? `Quotas divide the same respondents in ${format.count(sums.length)} ways; the largest adds up to ${format.count(before)} now, and the total is meant for it: the others change in proportion` : `All targets add up to ${format.count(before)} now`}${respondents > 0 ? `; the survey's own target is ${format.count(respondents)}` : ""}. Each keeps its share; what rounding leaves goes to the largest remainders.`}
          min={0}
          decimals={0}
          value={total === "" ? null : total}
          onChange={(value) => setTotal(value ?? "")}
          onKeyDown={(event) => event.key === "Enter" && !isSame && run()}
          maw={360}
          data-autofocus
        />
        {after && !isSame && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          <section className={classes.rows} tabIndex={0} aria-label="Before and after">
            <Table verticalSpacing={4} stickyHeader aria-label="Before and after">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Quota</Table.Th>
                  <Table.Th className={classes.figure}>Before</Table.Th>
                  <Table.Th className={classes.figure}>After</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {after.slice(0, MOST_SHOWN).map((quota, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list does not move while it is shown
                  <Table.Tr key={at}>
                    <Table.Td>{quota.quota_name}</Table.Td>
                    <Table.Td className={classes.figure}>{format.count(Number(quotas[at]?.quota) || 0)}</Table.Td>
                    <Table.Td className={classes.figure}>{format.count(Number(quota.quota) || 0)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th>Together</Table.Th>
                  <Table.Th className={classes.figure}>{format.count(sumOfTargets(quotas))}</Table.Th>
                  <Table.Th className={classes.figure}>{format.count(sumOfTargets(after))}</Table.Th>
                </Table.Tr>
              </Table.Tfoot>
            </Table>
          </section>
        )}
        {after && after.length > MOST_SHOWN && (
          <Text size="xs" c="dimmed">
            The first {format.count(MOST_SHOWN)} of {format.count(after.length)} are shown.
          </Text>
        )}
        <DialogFoot
          problem={total === "" ? null : "problem" in scaled ? scaled.problem : null}
          action="Scale targets"
          onAction={after && !isSame ? run : null}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  );
}
