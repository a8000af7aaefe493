import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isService } from "@/lib/contracts/interface-list";
import { allOperations } from "@/lib/contracts/operations";
import { methodLabel, PAGES, routeLabel } from "./route-label";

const app = fileURLToPath(new URL("../../app", import.meta.url));
const foldersOf = (folder: string) =>
  readdirSync(`${app}/${folder}`, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

test("every page's folder is a route of its own", () => {
  expect([...PAGES].sort()).toEqual([...foldersOf("(dashboard)"), ...foldersOf("(auth)")].sort());
});

test("no part of what was asked gets into a route, at any operation", () => {
  const secret = "0198c0de-1111-7111-8111-5ec7e75ec7e7";
  for (const { interface: of, path } of allOperations) {
    const asked = path.replace(/\{\w+\}/g, secret);
    for (const root of isService(of) ? ["api", "service"] : ["api"]) {
      const label = routeLabel(`/${root}/${of}${asked}?key=${secret}`);
      expect(label).not.toContain(secret);
      expect(label.startsWith(`/${root}`)).toBe(true);
    }
  }
  for (const target of [
    "/surveys/",
    "/enter/",
    "/return/",
    "/api/x/",
    "/service/fraud/",
    "/service/x/",
    "/",
    "/_next/",
  ]) {
    expect(routeLabel(`${target}${secret}`)).not.toContain(secret);
  }
});

test("an operation's route is its declared address, whatever the ids", () => {
  expect(routeLabel("/service/demand/surveys?statuses=Live")).toBe("/service/demand/surveys");
  expect(routeLabel("/api/fielding/sessions/0198c0de-1111-7111-8111-5ec7e75ec7e7")).toBe(
    "/api/fielding/sessions/{rid}",
  );
  expect(routeLabel("/surveys/1/quotas")).toBe("/surveys");
  expect(routeLabel("/wp-login.php")).toBe("other");
  expect(routeLabel("/api/health/ready")).toBe("/api/health/ready");
  expect([methodLabel("PATCH"), methodLabel("BREW"), methodLabel(undefined)]).toEqual(["PATCH", "other", "other"]);
});
