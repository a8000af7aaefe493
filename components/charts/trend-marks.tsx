import { type Bars, barsOf, type ChartModel } from "@/lib/charts/chart-model";
import { type ChartNote, noteLabels } from "@/lib/charts/note-labels";
import { type Plot, STRIP } from "@/lib/charts/plot";
import { colourOf } from "./tones";

type Scale = (value: number) => number;
type Props = { model: ChartModel; plot: Plot; notes: readonly ChartNote[] };

const NOTE_ROW = 13;

/** What stands at the lines: bars of n beneath, bands of lone buckets, changes beyond chance, notes. */
export function TrendMarks({ model, plot, notes }: Props) {
  const { toX, toY, bottom, left, right, top } = plot;
  return (
    <g aria-hidden>
      <path
        d={loneBands(model, toX, toY)}
        stroke={colourOf(model.lines[0]?.tone ?? 0)}
        strokeOpacity={0.3}
        strokeWidth={5}
      />
      {model.hasCounts &&
        barsOf(model).map(({ heights, opacity }) => (
          <path
            key={opacity}
            d={barPath(heights, { toX, bottom, wide: (right - left) / Math.max(1, model.rows.length) })}
            fill="var(--chart-axis)"
            fillOpacity={opacity}
          />
        ))}
      {notes.map(({ at }) => (
        <line
          key={at}
          x1={toX(at)}
          x2={toX(at)}
          y1={top}
          y2={bottom}
          stroke="var(--chart-axis)"
          strokeDasharray="2 3"
        />
      ))}
      {noteLabels(notes, { toX, left, right }).map(({ at, x, row, text, isLeft }) => (
        <text
          key={`${at} ${row}`}
          x={x}
          y={top + 9 + row * NOTE_ROW}
          textAnchor={isLeft ? "end" : "start"}
          fontSize={11}
          fill="var(--chart-axis)"
          stroke="var(--mantine-color-body)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {text}
        </text>
      ))}
      {model.questions.map(({ tone }, question) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place
        <path key={question} d={marksOf(model, question, toX, toY)} fill={colourOf(tone)} />
      ))}
    </g>
  );
}

/** Bands of buckets that nothing joins to others. */
function loneBands({ rows, lines, hasDots }: ChartModel, toX: Scale, toY: Scale): string {
  const line = lines.findIndex(({ kind }) => kind === "mean");
  return rows
    .filter(({ isLone, band }) => (hasDots || isLone[line]) && band !== null)
    .map(({ at, band }) => `M${toX(at)} ${toY(band?.[0] ?? 0)}V${toY(band?.[1] ?? 0)}`)
    .join("");
}

type Strip = { toX: Scale; bottom: number; wide: number };

function barPath(heights: Bars["heights"], { toX, bottom, wide: room }: Strip): string {
  const wide = Math.max(1, Math.min(14, room * 0.7));
  return heights
    .map(({ at, part }) => {
      const high = Math.max(1, part * STRIP.height);
      return `M${(toX(at) - wide / 2).toFixed(1)} ${bottom}v${(-high).toFixed(1)}h${wide.toFixed(1)}v${high.toFixed(1)}z`;
    })
    .join("");
}

const MARK = 4.5;
const AWAY = 7;

/**
 * A triangle above the point where a figure rose, beneath where it fell; a diamond on it where it differs from what it
 * is compared with.
 */
function marksOf({ rows, lines, hasDots }: ChartModel, question: number, toX: Scale, toY: Scale): string {
  const line = lines.findIndex((each) => each.question === question && each.kind === "mean");
  const size = hasDots ? 7 : 5; // seen around a dot too
  return rows
    .map(({ at, values, changes, differences }) => {
      const [value, change] = [values[line] ?? null, changes[question] ?? null];
      if (value === null) return "";
      const [left, middle] = [toX(at), toY(value)];
      const diamond = differences[question]
        ? `M${left - size} ${middle}l${size} -${size}l${size} ${size}l-${size} ${size}z`
        : "";
      if (change === null) return diamond;
      const up = change.by > 0 ? -1 : 1;
      const tip = middle + up * (AWAY + MARK);
      const base = tip - up * MARK * 1.6;
      return `${diamond}M${left - MARK} ${base}L${left + MARK} ${base}L${left} ${tip}z`;
    })
    .join("");
}
