"use client";

import { Alert, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { useShortcuts } from "@/components/ui/page-actions";
import { draftOf, type QuotaDraft } from "@/lib/surveys/draft";
import { countsStarts } from "@/lib/surveys/progress";
import { rowOfOpened } from "@/lib/surveys/quotas/opened-row";
import type { Warning } from "@/lib/surveys/quotas/quota-checks";
import type { QuotaProblems } from "@/lib/surveys/quotas/quota-problems";
import { useEditor } from "../editor/editor-context";
import { ChecksPanel, type Refusal } from "./checks-panel";
import { FindBar } from "./find-bar";
import { narrowLayout, wideLayout } from "./grid-layout";
import { gridShortcuts } from "./grid-shortcuts";
import { QuotaGrid } from "./quota-grid";
import { QuotaToolbar } from "./quota-toolbar";
import { type GridCommands, nameAt } from "./use-grid";
import { useQuotaChecks } from "./use-quota-checks";
import { useQuotaList } from "./use-quota-list";

const QualificationDialog = onDemand(
  async () => (await import("./qualification-dialog")).QualificationDialog,
  DialogFrame,
);

/** The survey's quotas: a spreadsheet, what to do with it, and what the checks say about it. */
export function QuotasTab() {
  const { control, present, latest, list: held, questions, namesMissing, targetsNow, readOnly } = useEditor();
  const list = useQuotaList();
  const { quotas, problems } = list;
  const grid = useRef<GridCommands>(null);
  const [isFinding, setFinding] = useState(false);
  const [opened, setOpened] = useState<QuotaDraft | null>(null);
  const layout = useMediaQuery("(max-width: 48em)") ? narrowLayout : wideLayout;
  const [respondents, calculation] = useWatch({ control, name: ["respondents", "calculation_type"] });
  const byStarts = countsStarts(calculation);
  const collected = useMemo(() => byId(latest?.respondent_attributes ?? []), [latest]);
  const saved = useMemo(() => present && byId(draftOf(present).respondent_attributes), [present]);
  const { checked, of } = useQuotaChecks({
    quotas,
    questions,
    respondents: respondents === "" ? null : Number(respondents),
    collected,
    countsStarts: byStarts,
  });
  const warnings = useMemo(() => firstWarnings(checked.warnings, of.length), [checked.warnings, of.length]);
  const refusals = useMemo(() => refusalsOf(quotas, problems), [quotas, problems]);
  useShortcuts(gridShortcuts);
  const openFind = useCallback(() => setFinding(true), []);
  const row = useMemo(() => opened && rowOfOpened(quotas, opened), [quotas, opened]);
  const quota = row === null ? undefined : quotas[row];
  const open = useCallback((at: number) => setOpened(held.quotas()[at] ?? null), [held]);
  const goTo = useCallback((rows: readonly number[]) => grid.current?.goTo(rows[0] ?? 0), []);
  const close = () => {
    setOpened(null);
    grid.current?.focus();
  };
  const isGone = opened !== null && row === null;
  useEffect(() => {
    if (!isGone) return;
    setOpened(null);
    notifications.show({ color: "yellow", message: "The quota that was open has changed elsewhere. Open it again." });
  }, [isGone]);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        A respondent enters who fits at least one quota, and of whose quotas none is full.
      </Text>
      {targetsNow.size > 0 && (
        <Text size="sm">
          A soft launch is under way: targets are the full ones, and beside each stands what the survey collects for
          now.
        </Text>
      )}
      {list.locked && !readOnly && <Alert color="yellow">{list.locked}</Alert>}
      <QuotaToolbar list={list} grid={grid} onFind={openFind} />
      {isFinding && (
        <FindBar
          quotas={quotas}
          questions={questions}
          onFound={(row) => grid.current?.show(row)}
          onClose={() => {
            setFinding(false);
            grid.current?.focus();
          }}
        />
      )}
      <div>
        <QuotaGrid
          key={layout.isNarrow ? "narrow" : "wide"}
          ref={grid}
          list={list}
          layout={layout}
          questions={questions}
          namesMissing={namesMissing}
          saved={saved}
          collected={collected}
          targetsNow={targetsNow}
          countsStarts={byStarts}
          problems={problems}
          // After rows came or went they stand elsewhere; the next run says where.
          warnings={of.length === quotas.length ? warnings : NO_WARNINGS}
          largestTotal={of === quotas ? checked.largestTotal : null}
          onQualifications={open}
          onFind={openFind}
        />
        {quotas.length === 0 && list.mayAdd && (
          <Text size="sm" c="dimmed" mt="xs">
            There are no quotas yet. Add one, or paste names, qualifications and targets from a spreadsheet.
          </Text>
        )}
        {problems.list && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
            {problems.list}
          </Text>
        )}
        <ChecksPanel refusals={refusals} warnings={checked.warnings} onGo={goTo} />
      </div>
      <span className="visually-hidden" aria-live="polite">
        {list.said}
      </span>
      {quota && row !== null && (
        <QualificationDialog
          quota={quota}
          name={nameAt(quota, row)}
          questions={questions}
          onClose={close}
          onSave={(edited) => {
            list.apply({ quotas: quotas.with(row, edited) }, `Qualifications of ${nameAt(quota, row)}`);
            close();
          }}
        />
      )}
    </Stack>
  );
}

const NO_WARNINGS: ReadonlyMap<number, string> = new Map();

function byId<Of extends { quota_id: string | null }>(quotas: readonly Of[]): ReadonlyMap<string, Of> {
  return new Map(quotas.flatMap((quota) => (quota.quota_id === null ? [] : [[quota.quota_id, quota] as const])));
}

function refusalsOf(quotas: readonly QuotaDraft[], { of }: QuotaProblems): Refusal[] {
  if (of.size === 0) return [];
  return quotas.flatMap((quota, row) =>
    Object.values(of.get(quota) ?? {}).map((message) => ({
      row,
      message: /^Quota \d/.test(message) ? message : `Quota ${row + 1}: ${message}`,
    })),
  );
}

/** The first sentence about each row. What is about all of them marks none: that would tell no row from another. */
function firstWarnings(warnings: readonly Warning[], quotas: number): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { rows, message } of warnings) {
    if (rows.length > 1 && rows.length === quotas) continue;
    for (const row of rows) if (!found.has(row)) found.set(row, message);
  }
  return found;
}
