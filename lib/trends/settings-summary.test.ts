import { expect, test } from "vitest";
import type { TrendLine } from "./lines";
import { settingsSummary } from "./settings-summary";

const line = (title: string) => ({ id: title, title }) as TrendLine;
const plain = {
  lines: [line("Satisfaction"), line("Trust"), line("Price")],
  buckets: { kind: "time", type: "weekly_from_monday", timeZone: "UTC" } as const,
  ...{ weight: null, filter: "All responses", cuts: [], compared: null },
};

test("hidden settings are said in one line", () => {
  expect(settingsSummary(plain)).toBe("Satisfaction and 2 more · by weeks · Unweighted");
  expect(
    settingsSummary({
      ...{ lines: [line("Trust")], weight: "Census", filter: "Region is North", compared: null },
      buckets: { kind: "waves", question: "Wave", labels: ["1", "2"], isOrdered: true },
      cuts: [
        { name: "Women", words: "Sex is Female" },
        { name: "Men", words: "Sex is Male" },
      ],
    }),
  ).toBe("Trust · by Wave · Weighted by Census · Region is North · Groups: Women, Men");
});
