import { Text } from "@mantine/core";
import type { Tone } from "@/lib/charts/colours";
import classes from "./charts.module.css";
import { colourOf } from "./tones";

export type TooltipLine = {
  name: string;
  tone: Tone;
  value: string;
  /** Stands behind the value, in the same line. */
  beside?: string;
  more?: string[];
};

type Props = { title: string; lines: TooltipLine[]; notes?: string[] };

const MOST_LINES = 12;

/** What stands at the pointer, whatever the chart. */
export function ChartTooltip({ title, lines, notes = [] }: Props) {
  return (
    <div className={`${classes.tooltip} ${classes.colours}`}>
      <Text size="xs" fw={600}>
        {title}
      </Text>
      {lines.slice(0, MOST_LINES).map(({ name, tone, value, beside, more }) => (
        <div key={name}>
          <div style={{ display: "flex", alignItems: "baseline" }}>
            <span className={classes.swatch} style={{ background: colourOf(tone) }} />
            <Text size="xs" span truncate style={{ flex: 1 }} mr="sm">
              {name}
            </Text>
            <Text size="xs" span fw={600} className="figures">
              {value}
            </Text>
            {beside && (
              <Text size="xs" span c="dimmed" className="figures" ml={8} style={{ whiteSpace: "nowrap" }}>
                {beside}
              </Text>
            )}
          </div>
          {more?.map((line) => (
            <Text key={line} size="xs" c="dimmed" pl={16}>
              {line}
            </Text>
          ))}
        </div>
      ))}
      {lines.length > MOST_LINES && (
        <Text size="xs" c="dimmed">
          and {lines.length - MOST_LINES} more: all are in the table
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="xs" mt={4}>
          {note}
        </Text>
      ))}
    </div>
  );
}
