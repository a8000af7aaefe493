import type { TrendQuestion } from "@/lib/charts/prepare-trend";
import { totalCount, totalEffective } from "@/lib/charts/series";
import type { Format } from "@/lib/tables/format";
import { figureText } from "./figures";

/** Of a chart: its question's, whoever its lines are of. */
export const titleOfChart = ([first]: readonly TrendQuestion[]): string => first?.group?.of.title ?? first?.title ?? "";

/** The same for a chart: of several groups of respondents, how many answers each has. */
export function groupWords(questions: readonly TrendQuestion[], format: Format): string {
  const [first, ...others] = questions;
  if (first && others.length === 0 && !first.group) return cardWords(first, format);
  const words = questions.map(({ series, group, title }) => {
    const total = totalCount(series);
    return `${group?.name ?? title}${total === null ? "" : ` n ${format.count(total)}`}`;
  });
  return [...words, ...(first?.series.isWeighted ? ["weighted"] : [])].join(" · ");
}

/** What stands beside a question's title, on the page and in pictures: "n 685 · last 3.11". */
export function cardWords({ series, changes, differences }: TrendQuestion, format: Format): string {
  const { count, tenths } = format;
  const [total, effective] = [totalCount(series), totalEffective(series)];
  const last = series.points.findLast(({ mean }) => mean !== null);
  return [
    ...(total === null ? [] : [`n ${count(total)}`]),
    ...(effective === null ? [] : [`effective base ${tenths(effective)}`]),
    ...(last ? [`last ${figureText(format, series.measure, last.mean)}`] : []),
    ...(changes.length > 0
      ? [`${count(changes.length)} ${changes.length === 1 ? "significant change" : "significant changes"}`]
      : []),
    ...(differences.length > 0
      ? [
          `${count(differences.length)} ${differences.length === 1 ? "bucket differs" : "buckets differ"} from the dotted line`,
        ]
      : []),
    ...(series.isWeighted ? ["weighted"] : []),
  ].join(" · ");
}
