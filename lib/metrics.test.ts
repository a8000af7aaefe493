import { expect, test } from "vitest";
import {
  countRequest,
  countRespondent,
  countUpstreamCall,
  noteDepths,
  noteStoreLatency,
  writeMetrics,
} from "./metrics";

test("what was counted is written with its labels and the kind of process", async () => {
  countRequest({ route: "/surveys", method: "GET", status: 200, seconds: 0.07 });
  countRespondent("entry", "enter");
  countUpstreamCall({ interface: "demand", operation: "listSurveys", outcome: "429", seconds: 1 });
  noteStoreLatency("postgres", Number.NaN);
  const text = await writeMetrics("web");
  const count = "fieldwork_http_request_duration_seconds_count";
  expect(text).toMatch(
    new RegExp(`${count}\\{(?=[^}]*route="/surveys")(?=[^}]*status="200")(?=[^}]*process="web")[^}]*\\} 1`),
  );
  expect(text).toMatch(/fieldwork_respondents_total\{[^}]*outcome="enter"[^}]*\} 1/);
  expect(text).toMatch(/fieldwork_upstream_call_duration_seconds_count\{[^}]*outcome="429"[^}]*\} 1/);
  expect(text).toMatch(/fieldwork_store_latency_seconds\{store="postgres"[^}]*\} Nan/);
  expect(text).toContain("nodejs_eventloop_lag_seconds");
});

test("a state that no job is in any more is gone from the next reading", async () => {
  noteDepths({ jobs: { paused: 2 }, steps: { running: { count: 1, oldestSeconds: 9 } }, respondentsToScore: 3 });
  expect(await writeMetrics("worker")).toMatch(/fieldwork_jobs\{state="paused"[^}]*\} 2/);
  noteDepths({ jobs: {}, steps: {}, respondentsToScore: 0 });
  const text = await writeMetrics("worker");
  expect(text).not.toContain('state="paused"');
  expect(text).not.toMatch(/fieldwork_oldest_step_age_seconds\{/);
});
