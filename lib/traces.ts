// No `server-only` here: the processes around Next make spans too, where that import throws.
import {
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

/**
 * Spans of requests, of calls to remote services and of steps of jobs. Until `lib/start/tracing.ts` is loaded they are
 * nothing and cost nothing. They name routes and operations; the one id in them is that of the request.
 */
const TRACER = "fieldwork";
/** Next puts spans of its own between ours, which are not sent: an address in them could hold a key. */
const OURS = createContextKey("fieldwork.span");

const parentContext = () => {
  const parent = context.active().getValue(OURS) as Span | undefined; // nobody else has this key
  return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
};

type Described = { name: string; kind: "server" | "client" | "internal"; attributes?: Record<string, string> };
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Begins a span, under the one that this code runs in. Whoever begins it ends it. */
export const beginSpan = ({ name, kind, attributes = {} }: Described): Span =>
  trace.getTracer(TRACER).startSpan(name, { kind: kinds[kind], attributes }, parentContext());

/** Runs something in a span: what it begins itself stands under it. */
export const inSpan = <T>(span: Span, run: () => T): T => context.with(context.active().setValue(OURS, span), run);

/** Runs something in a span of its own that ends with it, failed when it throws. */
export async function traced<T>(described: Described, run: (span: Span) => Promise<T>): Promise<T> {
  const span = beginSpan(described);
  try {
    return await inSpan(span, () => run(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** What tells a service which trace a call belongs to (`traceparent`); nothing while traces are off. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(parentContext(), headers);
  return headers;
}
