import { env } from "@/lib/env";

/** Sends this process's spans to TRACES_URL, and loads what does so, which is large, only where that is set. */
export async function startTracing(process: "web" | "worker"): Promise<() => Promise<void>> {
  if (!env.TRACES_URL) return async () => {};
  const [{ NodeSDK, tracing }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const sending = new tracing.BatchSpanProcessor(new OTLPTraceExporter({ url: env.TRACES_URL }));
  const sdk = new NodeSDK({
    serviceName: `fieldwork-${process}`,
    instrumentations: [],
    spanProcessors: [
      {
        onStart: () => {},
        // Of Next's own spans none is sent: see `lib/traces.ts`.
        onEnd: (span) => span.instrumentationScope.name === "fieldwork" && sending.onEnd(span),
        forceFlush: () => sending.forceFlush(),
        shutdown: () => sending.shutdown(),
      },
    ],
  });
  sdk.start();
  return () => sdk.shutdown();
}
