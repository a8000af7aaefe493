import { type ChartModel, dashes, legendOf } from "@/lib/charts/chart-model";
import classes from "./charts.module.css";
import { colourOf } from "./tones";

/** What the colours and the kinds of lines of a chart mean; nothing where there is one line. */
export function ChartLegend({ model }: { model: ChartModel }) {
  const entries = legendOf(model);
  if (entries.length === 0) return null;
  return (
    <div className={classes.legend}>
      {entries.map(({ name, tone, line }) => {
        const colour = tone === null ? "var(--chart-axis)" : colourOf(tone);
        return (
          <span key={`${line} ${name}`}>
            {line ? (
              <svg className={classes.sample} viewBox="0 0 22 10" aria-hidden>
                <path
                  d="M0 5h22"
                  stroke={colour}
                  strokeWidth={2}
                  {...(dashes[line] && { strokeDasharray: dashes[line] })}
                />
              </svg>
            ) : (
              <span className={classes.swatch} style={{ background: colour }} />
            )}
            {name}
          </span>
        );
      })}
    </div>
  );
}
