import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { processArguments } from "./processes";

test("a process of production is one file of the build; in development its source runs, which changes", () => {
  expect(processArguments("engine", "production")).toEqual([
    ...["--conditions", "react-server"],
    ".next/start/engine.mjs",
  ]);
  for (const name of ["prepare", "engine", "web", "worker"] as const) {
    expect(existsSync(processArguments(name, "development").at(-1) ?? "")).toBe(true);
  }
});

test("the web process is loaded as Next is, without the condition of its server's files", () => {
  expect(processArguments("web", "production")).not.toContain("react-server");
  expect(processArguments("web", "development")).not.toContain("react-server");
});
