import type { LineNames } from "@/lib/charts/chart-model";
import { isBeside, isRolling, type TrendQuestion } from "@/lib/charts/prepare-trend";
import type { SeriesPoint } from "@/lib/charts/series";
import type { Format } from "@/lib/tables/format";
import { figureText } from "./figures";

type Said = { bucket: (at: number) => string; format: Format; names: LineNames | null };

/** A column of a chart's table for who does not see it; `text`: of the bucket at a place. */
type SpokenColumn = { head: string; text: (place: number) => string };

/** What the chart shows of a question, a column each: rolling means, compared figures and bases where they are drawn. */
export function spokenColumns(question: TrendQuestion, { bucket, format, names }: Said): SpokenColumn[] {
  const { series, rolling, other } = question;
  const { measure, isWeighted } = series;
  const isShare = measure === "share";
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? "no data" : figureText(format, measure, value);
  const of =
    (points: readonly (SeriesPoint | null)[], text: (point: SeriesPoint) => string) =>
    (place: number): string => {
      const point = points[place];
      return point ? text(point) : "no data";
    };
  const own = (head: string, text: (point: SeriesPoint) => string): SpokenColumn => ({
    head,
    text: of(series.points, text),
  });
  const beside = other && isBeside(question) ? other : null;
  const isElsewhere = beside?.some((point, place) => point !== null && point.at !== series.points[place]?.at) ?? false;
  const compared = (head: string, text: (point: SeriesPoint) => string): SpokenColumn => ({
    head: `${head}, ${names?.other ?? "compared"}`,
    text: of(beside ?? [], text),
  });
  return [
    own(isShare ? "Share" : "Mean", ({ mean }) => figure(mean)),
    ...(isShare
      ? [own("Chosen", ({ chosen }) => format.count(chosen))]
      : [own("Lowest", ({ low }) => format.hundredths(low)), own("Highest", ({ high }) => format.hundredths(high))]),
    own("n", ({ count }) => format.count(count)),
    ...(isWeighted ? [own("Effective base", ({ effective }) => format.tenths(effective))] : []),
    ...(rolling && isRolling(question)
      ? [{ head: `Rolling ${measure}`, text: (place: number) => figure(rolling[place]) }]
      : []),
    ...(beside
      ? [
          ...(isElsewhere ? [compared("Bucket", ({ at }) => bucket(at))] : []),
          compared(isShare ? "Share" : "Mean", ({ mean }) => figure(mean)),
          compared("n", ({ count }) => format.count(count)),
          ...(isWeighted ? [compared("Effective base", ({ effective }) => format.tenths(effective))] : []),
        ]
      : []),
  ];
}
