import { summaryOf, type TrendQuestion } from "@/lib/charts/prepare-trend";
import type { Format } from "@/lib/tables/format";
import { figureText } from "@/lib/trends/figures";

/** Longer tables are for the table view, where they have pages. */
const MOST_ROWS = 60;

type Props = { question: TrendQuestion; bucket: (at: number) => string; format: Format };

/** A chart for who does not see it: its gist, and its figures where they are few. */
export function TrendSpoken({ question, bucket, format }: Props) {
  const { points, measure } = question.series;
  const isShare = measure === "share";
  const figure = (value: number) => figureText(format, measure, value);
  return (
    <>
      <p>{summaryOf(question, { bucket, figure })}</p>
      {points.length <= MOST_ROWS ? (
        <table>
          <caption>{question.title}</caption>
          <thead>
            <tr>
              {["Bucket", ...(isShare ? ["Share", "Chosen"] : ["Mean", "Lowest", "Highest"]), "n"].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, mean, low, high, chosen, count }) => (
              <tr key={at}>
                <th scope="row">{bucket(at)}</th>
                <td>{mean === null ? "no data" : figure(mean)}</td>
                {isShare ? <td>{format.count(chosen)}</td> : null}
                {isShare ? null : <td>{format.hundredths(low)}</td>}
                {isShare ? null : <td>{format.hundredths(high)}</td>}
                <td>{format.count(count)}</td>
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
