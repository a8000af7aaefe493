import type { TrendRow } from "@/lib/charts/prepare-trend";
import type { TableColumn } from "@/lib/tables/column";

/** What a table of a trend has beside the interface's own figures: only what is known of it, or was asked for. */
type Has = { band: boolean; counts: boolean; weighted: boolean; rolling: boolean; other: boolean };

type Words = { bucket: (at: number) => string; timeZone: string };

/** A trend's columns on the screen and in files; instants in files are the buckets' starts. */
export function trendColumns(has: Has, { bucket, timeZone }: Words): TableColumn<TrendRow>[] {
  const when = (id: string, header: string, at: (row: TrendRow) => number | null): TableColumn<TrendRow> => ({
    id,
    header: `${header} (${timeZone})`,
    kind: "instant",
    value: (row) => iso(at(row)),
    text: (row) => {
      const start = at(row);
      return start === null ? "" : bucket(start);
    },
  });
  const figure = (id: string, header: string, value: (row: TrendRow) => number | null): TableColumn<TrendRow> => ({
    id,
    header,
    kind: "hundredths",
    value,
  });
  return [
    { id: "question_id", header: "Question id", kind: "text", value: ({ id }) => id, forms: ["csv-full", "xlsx"] },
    { id: "question", header: "Question", kind: "text", value: ({ question }) => question },
    when("bucket", "Bucket", ({ at }) => at),
    figure("mean", "Mean", ({ point }) => point.mean),
    ...(has.band
      ? [figure("low", "Lowest", ({ point }) => point.low), figure("high", "Highest", ({ point }) => point.high)]
      : []),
    ...(has.counts ? [count("n", "n", ({ point }) => point.count)] : []),
    ...(has.weighted
      ? [
          figure("base", "Weighted base", ({ point }) => point.base),
          figure("effective", "Effective base", ({ point }) => point.effective),
        ]
      : []),
    ...(has.rolling ? [figure("rolling", "Rolling mean", ({ rolling }) => rolling)] : []),
    ...(has.other
      ? [
          when("other_bucket", "Compared bucket", ({ other }) => other?.at ?? null),
          figure("other", "Compared mean", ({ other }) => other?.mean ?? null),
        ]
      : []),
    figure("change", "Change beyond chance", ({ change }) => change?.by ?? null),
    {
      id: "p",
      header: "Adjusted p",
      kind: "text",
      value: ({ change }) => change?.p ?? null,
      text: ({ change }) => (change ? (change.p < 0.001 ? "< 0.001" : change.p.toFixed(3)) : ""),
    },
  ];
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const count = (id: string, header: string, value: (row: TrendRow) => number | null): TableColumn<TrendRow> => ({
  id,
  header,
  kind: "count",
  value,
});
