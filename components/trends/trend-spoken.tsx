import type { LineNames } from "@/lib/charts/chart-model";
import { summaryOf, type TrendQuestion } from "@/lib/charts/prepare-trend";
import type { Format } from "@/lib/tables/format";
import { figureText } from "@/lib/trends/figures";
import { spokenColumns } from "@/lib/trends/spoken-table";

/** Longer tables are for the table view, where they have pages. */
const MOST_ROWS = 60;

type Props = {
  question: TrendQuestion;
  bucket: (at: number) => string;
  format: Format;
  /** What is compared. */
  names: LineNames | null;
};

/** A chart for who does not see it: its gist, and its figures where they are few. */
export function TrendSpoken({ question, bucket, format, names }: Props) {
  const { points, measure } = question.series;
  const figure = (value: number) => figureText(format, measure, value);
  const columns = spokenColumns(question, { bucket, format, names });
  return (
    <>
      <p>{summaryOf(question, { bucket, figure })}</p>
      {points.length <= MOST_ROWS ? (
        <table>
          <caption>{question.title}</caption>
          <thead>
            <tr>
              {["Bucket", ...columns.map(({ head }) => head)].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ at }, place) => (
              <tr key={at}>
                <th scope="row">{bucket(at)}</th>
                {columns.map(({ head, text }) => (
                  <td key={head}>{text(place)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>All {points.length} buckets are in the table, under “Show as”.</p>
      )}
    </>
  );
}
