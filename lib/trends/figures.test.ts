import { expect, test } from "vitest";
import { valueTicks } from "@/lib/charts/axis";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { tickText } from "./figures";

test.each([
  [3.412, 3.419, ["3.412", "3.414", "3.416", "3.418", "3.420"]],
  [3.4, 3.44, ["3.40", "3.41", "3.42", "3.43", "3.44"]],
  [2.5, 4.5, ["2.5", "3.0", "3.5", "4.0", "4.5"]],
  [0, 480_000, ["0", "100,000", "200,000", "300,000", "400,000", "500,000"]],
])("labels of an axis from %d to %d tell its values apart, with one number of decimals", (low, high, labels) => {
  const ticks = valueTicks(low, high);
  const y = { from: low, to: high, ticks };
  const format = formatFor(usualSettings);
  expect(ticks.map((value) => tickText(format, { measure: "mean", y }, value))).toEqual(labels);
  expect(tickText(format, { measure: "share", y: { from: 0, to: 100, ticks: [0, 20] } }, 20)).toBe("20%");
});
