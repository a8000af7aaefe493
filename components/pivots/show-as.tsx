"use client";

import { Select, Stack, Switch, Text } from "@mantine/core";
import { HALF } from "@/components/ui/field-width";
import { usePageActions } from "@/components/ui/page-actions";
import type { PivotState } from "@/lib/pivots/address";
import { isBanner } from "@/lib/pivots/banner";
import { chartKinds, chartNames, chartRefusal } from "@/lib/pivots/chart-kinds";
import { isOfItems } from "@/lib/pivots/items";
import { itemsChartRefusal } from "@/lib/pivots/items-chart";
import { chartedValue, type PivotValue, sameValue, valueText } from "@/lib/pivots/values";
import type { Change } from "./use-builder";

type Props = {
  state: PivotState;
  /** Respondents could give several answers to a question of the table. */
  hasSeveral: boolean;
  title: (value: PivotValue) => string;
  onChange: Change;
};

/** Whether the table is drawn, as what, and which of its values; also among the page's commands. */
export function ShowAs({ state, hasSeveral, title, onChange }: Props) {
  const { rows, columns, values, chart } = state;
  const value = chartedValue(values, state.chartValue);
  const ofItems = isOfItems(state);
  // A stack of an item is of all its answers.
  const hasChoice = chart !== "none" && !(ofItems && chart === "stacked");
  const kinds = chartKinds.map((kind) => {
    const refused = ofItems
      ? itemsChartRefusal(kind, hasSeveral)
      : value && chartRefusal(kind, { rows, value, hasSeveral, hasSpans: isBanner(state) });
    return { value: kind, label: chartNames[kind], refused, disabled: refused !== null };
  });
  usePageActions(
    kinds
      .filter((kind) => kind.value !== chart)
      .map((kind) => ({
        id: `pivot-chart-${kind.value}`,
        label: kind.value === "none" ? "Show the table without a chart" : `Show as ${kind.label.toLowerCase()}`,
        keywords: "pivot chart graph",
        run: () => onChange({ chart: kind.value }),
        refused: kind.refused,
      })),
  );
  const whyNot = (kind: string) => kinds.find((each) => each.value === kind)?.refused;
  return (
    <>
      <Select
        label="Show as"
        size="xs"
        data={kinds}
        value={chart}
        onChange={(chosen) => {
          const found = chartKinds.find((each) => each === chosen);
          if (found) onChange({ chart: found });
        }}
        renderOption={({ option }) => (
          <Stack gap={0}>
            <span>{option.label}</span>
            {whyNot(option.value) && <Text size="xs">{whyNot(option.value)}</Text>}
          </Stack>
        )}
        comboboxProps={{ width: 280, position: "bottom-start" }}
        allowDeselect={false}
        w={{ base: HALF, sm: 140 }}
      />
      {hasChoice && value && values.length > 1 && (
        <Select
          label="Chart shows"
          size="xs"
          data={values.map((each) => ({ value: valueText(each), label: title(each) }))}
          value={valueText(value)}
          onChange={(chosen) => {
            const found = values.find((each) => valueText(each) === chosen);
            if (found && !sameValue(found, value)) onChange({ chartValue: found });
          }}
          allowDeselect={false}
          w={{ base: HALF, sm: 170 }}
        />
      )}
      {hasChoice && ofItems && columns.length > 0 && (
        <Switch
          size="xs"
          label="By the banner"
          checked={state.chartBanner}
          onChange={(event) => onChange({ chartBanner: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
