import { expect } from "../expect";
import { baseURL, test } from "./world";

const metrics = (headers: Record<string, string> = {}) => fetch(`${baseURL()}/api/metrics`, { headers });

test("requests are counted by declared route and status, and no id gets into the metrics", async () => {
  const id = crypto.randomUUID();
  await fetch(`${baseURL()}/service/fielding/sessions/${id}`);
  await fetch(`${baseURL()}/service/fraud/${id}/anything`);
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"; // robots enter nothing
  await fetch(`${baseURL()}/enter/${id}?supplier=x`, { headers: { "user-agent": agent } });
  await expect
    .poll(async () => (await metrics()).text())
    .toMatch(
      /http_request_duration_seconds_count\{[^}]*route="\/service\/fielding\/sessions\/\{rid\}"[^}]*status="401"/,
    );
  const reply = await metrics();
  const text = await reply.text();
  expect(reply.headers.get("content-type")).toContain("text/plain");
  expect(text).not.toContain(id);
  expect(text).toMatch(/fieldwork_respondents_total\{[^}]*event="entry"[^}]*outcome="unknown"/);
  expect(text).toMatch(/fieldwork_store_latency_seconds\{store="clickhouse"[^}]*\} \d/);
  expect(text).toMatch(/fieldwork_respondents_to_score\{[^}]*\} \d/);
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
});

test("a request through a proxy is refused without a key", async () => {
  const reply = await metrics({ "x-forwarded-for": "203.0.113.9" });
  expect(reply.status).toBe(401);
  expect(await reply.json()).toEqual({ message: expect.stringContaining("METRICS_KEY") });
});
