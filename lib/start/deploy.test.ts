import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { readEnv } from "@/lib/env";
import { writeConfiguration } from "@/lib/stores/clickhouse/engine/configuration";

/** What of the examples needs no engine to be checked: that they fit this product. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "lib/start/deploy");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const scripts = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> })
  .scripts;
const settings = [...readFileSync(join(root, "lib/env.ts"), "utf8").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
  ([, name]) => name ?? "",
);

const serviceSchema = z.object({
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  deploy: z.object({ replicas: z.number() }).optional(),
  stop_grace_period: z.string().optional(),
});
const compose = z
  .object({ services: z.record(z.string(), serviceSchema), volumes: z.record(z.string(), z.unknown()) })
  .parse(parse(read("compose.yaml"), { merge: true }));

const ours = ["web", "worker"].map((name) => {
  const service = compose.services[name];
  if (!service) throw new Error(`There is no service ${name}.`);
  return { name, ...service };
});

/** With a value for each `${NAME:?}`. */
const filled = (environment: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replace(/\$\{(\w+):\?\}/g, (_, of: string) =>
        of === "PUBLIC_URL" ? "https://fieldwork.example" : "a-secret-of-more-than-32-characters",
      ),
    ]),
  );

test("the compose file runs two web processes and two workers with settings that the product knows and takes", () => {
  for (const { name, environment, deploy } of ours) {
    expect(deploy?.replicas).toBe(2);
    expect(Object.keys(environment).filter((each) => !settings.includes(each))).toEqual([]);
    expect(readEnv(filled(environment)).PROCESSES).toEqual([name]);
  }
  expect(Object.keys(compose.services).sort()).toEqual(["clickhouse", "postgres", "proxy", "web", "worker"]);
});

test("all instances share their secret and their stores, and are given the time that a stop takes", () => {
  const [web, worker] = ours.map(({ environment }) => environment);
  for (const name of ["APP_SECRET", "DATABASE_URL", "MIGRATION_DATABASE_URL", "CLICKHOUSE_URL", "PUBLIC_URL"]) {
    expect(web?.[name]).toBeDefined();
    expect(web?.[name]).toBe(worker?.[name]);
  }
  for (const { environment, stop_grace_period, volumes } of ours) {
    expect(volumes, "instances share nothing on disk").toEqual([]);
    const { DRAIN_SECONDS, FINISH_SECONDS } = readEnv(filled(environment));
    expect(Number.parseInt(stop_grace_period ?? "", 10)).toBeGreaterThan(DRAIN_SECONDS + FINISH_SECONDS + 5);
  }
});

test("every path, volume and service that the compose file names is there", () => {
  for (const service of Object.values(compose.services)) {
    for (const volume of service.volumes) {
      const [source = ""] = volume.split(":");
      if (source === "./certificates") continue; // whoever runs it brings their own
      if (source.startsWith("./")) expect(existsSync(join(folder, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    for (const name of needed) expect(Object.keys(compose.services)).toContain(name);
    if (service.build) {
      const context = resolve(folder, service.build.context);
      expect(context).toBe(resolve(root));
      expect(existsSync(join(context, service.build.dockerfile))).toBe(true);
    }
  }
});

test("the image copies what is there, and builds and starts with commands of the product", () => {
  const lines = read("Dockerfile").split("\n");
  for (const line of lines.filter((each) => each.startsWith("COPY "))) {
    for (const source of line.split(" ").slice(1, -1)) expect(existsSync(join(root, source)), source).toBe(true);
  }
  const text = lines.join("\n");
  for (const [, name = ""] of text.matchAll(/npm run (\w+)/g)) expect(scripts[name], name).toBeDefined();
  const [, environment = ""] = /^ENV (.+)$/m.exec(text) ?? [];
  const values = Object.fromEntries(environment.split(" ").map((each) => each.split("=") as [string, string]));
  expect(Object.keys(values).filter((name) => !settings.includes(name))).toEqual([]);
});

/** Patterns of a file of ignored names, as of any depth. */
const ignoredIn = (name: string) =>
  readFileSync(join(root, name), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replace(/\/$/, "").replace(/^\*\*\//, ""));

test("no settings, keys, data, packages or builds of this machine get into an image", () => {
  expect(ignoredIn(".dockerignore")).toEqual(expect.arrayContaining([".git", ...ignoredIn(".gitignore")]));
  expect(ignoredIn(".gitignore")).toEqual(expect.arrayContaining([".env", "certificates", ".data", "node_modules"]));
});

const settingsOfProfile = (xml: string) =>
  Object.fromEntries(
    [...xml.matchAll(/<(http_\w+)>(\d+)<\/\1>/g)].map(([, name = "", value]) => [name, Number(value)]),
  );

test("the ClickHouse server of the compose file has the settings of HTTP that the embedded engine has", () => {
  const configuration = mkdtempSync(join(tmpdir(), "fieldwork-deploy-"));
  const sizes = { port: 0, queries: 1, memoryBytes: 1 };
  const names = { database: "fieldwork", token: "t", credentials: { user: "u", password: "p" } };
  writeConfiguration({ ...sizes, ...names, directories: { data: configuration, configuration } });
  const ours = settingsOfProfile(readFileSync(join(configuration, "users.xml"), "utf8"));
  rmSync(configuration, { recursive: true });
  expect(Object.keys(ours).length).toBeGreaterThan(0);
  expect(settingsOfProfile(read("clickhouse-settings.xml"))).toEqual(ours);
  const mounted = compose.services.clickhouse?.volumes.find((volume) => volume.includes("users.d"));
  expect(mounted?.split(":")[0]).toBe("./clickhouse-settings.xml");
});

test("the unit starts what npm start does", () => {
  const unit = read("fieldwork.service");
  const [, started] = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(unit) ?? [];
  expect(`exec ${started}`).toBe(scripts.start);
  const [, environment = ""] = /^Environment=(.+)$/m.exec(unit) ?? [];
  for (const each of environment.split(" ")) expect(settings).toContain(each.split("=")[0]);
});

test("the proxy passes on to the web process and keeps metrics inside", () => {
  const proxy = read("nginx.conf");
  expect(proxy.split("{").length).toBe(proxy.split("}").length);
  const [, service = "", port] = /^ {2}server (\w+):(\d+) resolve;$/m.exec(proxy) ?? [];
  expect(String(compose.services[service]?.environment.PORT)).toBe(port);
  expect(compose.services[service]?.environment.TRUSTED_PROXIES).toBe(1);
  expect(proxy).toMatch(/location \/api\/metrics \{ return 404; \}/);
});

test("every setting stands in the table of the README, and nothing else does", () => {
  const readme = readFileSync(join(dirname(folder), "README.md"), "utf8");
  const table = readme.slice(readme.indexOf("## Settings"), readme.indexOf("## Connections"));
  const told = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name ?? ""),
  );
  // Of the start itself, and of tests.
  const inner = ["NODE_ENV", "WORKER_SPEED"];
  expect(told.sort()).toEqual(settings.filter((name) => !inner.includes(name)).sort());
});
