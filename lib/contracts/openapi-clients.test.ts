import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { serviceNames } from "./interface-list";
import { describeAll, describeInterface } from "./openapi";

/** What programs make of the descriptions that clients are generated from. */
const SERVER = "https://fieldwork.test/service";
const documents: [string, () => unknown][] = [
  ["all interfaces", () => describeAll(SERVER)],
  ...serviceNames.map((name): [string, () => unknown] => [name, () => describeInterface(name, `${SERVER}/${name}`)]),
];

// The product is not licensed to anybody, which the rule has no word for.
const config = await createConfig({ extends: ["recommended"], rules: { "info-license": "off" } });

test.each(documents)("a linter finds nothing in the description of %s", async (_, document) => {
  const source = JSON.stringify(document());
  const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  const found = problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer})`);
  expect(found).toEqual([]);
});

test("types of a client are generated from it, by the names of the things", async () => {
  const source = astToString(await openapiTS(JSON.stringify(describeAll(SERVER))));
  for (const name of ["Survey", "Quota", "Project", "Response", "Trend", "PivotTable"]) {
    expect(source).toMatch(new RegExp(`\\b${name}: \\{`));
  }
  expect(source).toContain('status: "Draft" | "Live" | "Paused" | "Complete"');
  expect(source).toContain('components["schemas"]["SurveyList"]');
  expect(source).toMatch(/page\?: number;/);
  expect(source).toMatch(/"If-Match"\?: string;/);
});
