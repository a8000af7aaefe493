// No `server-only` here: the processes around Next count too, where that import throws.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/process-wide";

/**
 * What Prometheus reads of a process. Labels are names out of our own lists (routes, operations, outcomes): never an
 * id, a key or a person, and so never more of them than there are names.
 */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function makeMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // memory, handles, garbage collection, delay of the event loop
  const registers = [registry];
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Histogram({ name: `fieldwork_${name}`, help, labelNames, buckets: SECONDS, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Gauge({ name: `fieldwork_${name}`, help, labelNames, registers });
  return {
    registry,
    requests: histogram("http_request_duration_seconds", "Requests by route, method and status", [
      "route",
      "method",
      "status",
    ]),
    upstreamCalls: histogram("upstream_call_duration_seconds", "Calls to remote services by operation and outcome", [
      "interface",
      "operation",
      "outcome",
    ]),
    upstreamWaits: histogram("upstream_wait_seconds", "Waits for the rate limit of a remote service", ["interface"]),
    figureWaits: histogram("figure_wait_seconds", "Waits of trends, tables and counts for their turn", []),
    statements: histogram("clickhouse_statement_duration_seconds", "Statements of the answer store", ["outcome"]),
    respondents: new Counter({
      name: "fieldwork_respondents_total",
      help: "Entries of respondents and their returns by outcome",
      labelNames: ["event", "outcome"] as const,
      registers,
    }),
    stores: gauge("store_latency_seconds", "How long a store took to answer just now; NaN: it did not", ["store"]),
    jobs: gauge("jobs", "Background jobs that have not ended", ["state"]),
    steps: gauge("job_steps", "Steps of such jobs that are under way or wait", ["state"]),
    stepAges: gauge("oldest_step_age_seconds", "Age of the oldest such step", ["state"]),
    scoring: gauge("respondents_to_score", "Respondents who wait for their quality scores", []),
  };
}

type Metrics = ReturnType<typeof makeMetrics>;
const metrics = (): Metrics => processWide("metrics", makeMetrics);

export type CountedRequest = { route: string; method: string; status: number; seconds: number };

export const countRequest = ({ route, method, status, seconds }: CountedRequest): void =>
  metrics().requests.observe({ route, method, status: String(status) }, seconds);

export type CountedCall = { interface: string; operation: string; outcome: string; seconds: number };

export const countUpstreamCall = ({ seconds, ...labels }: CountedCall): void =>
  metrics().upstreamCalls.observe(labels, seconds);

export const countUpstreamWait = (of: string, seconds: number): void =>
  metrics().upstreamWaits.observe({ interface: of }, seconds);

export const countFigureWait = (seconds: number): void => metrics().figureWaits.observe(seconds);

export const countStatement = (outcome: "done" | "failed", seconds: number): void =>
  metrics().statements.observe({ outcome }, seconds);

export const countRespondent = (event: "entry" | "return", outcome: string): void =>
  metrics().respondents.inc({ event, outcome });

/** Seconds since a moment of `performance.now()`. */
export const secondsSince = (since: number): number => (performance.now() - since) / 1000;

export type Depths = {
  jobs: Record<string, number>;
  steps: Record<string, { count: number; oldestSeconds: number }>;
  respondentsToScore: number;
};

/** What was measured for this reading alone; a state that none is in any more reads 0. */
export function noteDepths({ jobs, steps, respondentsToScore }: Depths): void {
  const { jobs: jobGauge, steps: stepGauge, stepAges, scoring } = metrics();
  for (const gauge of [jobGauge, stepGauge, stepAges]) gauge.reset();
  for (const [state, count] of Object.entries(jobs)) jobGauge.set({ state }, count);
  for (const [state, { count, oldestSeconds }] of Object.entries(steps)) {
    stepGauge.set({ state }, count);
    stepAges.set({ state }, oldestSeconds);
  }
  scoring.set(respondentsToScore);
}

export const noteStoreLatency = (store: "postgres" | "clickhouse", seconds: number): void =>
  metrics().stores.set({ store }, seconds);

/** Everything as Prometheus reads it, with the kind of process on each line. */
export function writeMetrics(process: "web" | "worker"): Promise<string> {
  const { registry } = metrics();
  registry.setDefaultLabels({ process });
  return registry.metrics();
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
