/** Keeps a signal: only one that somebody listens to is safe from the collector. */
const listen = () => {};

/**
 * A signal that ends after `ms`, with a TimeoutError, or when `signal` does. `AbortSignal.any` holds what it is made of
 * weakly: a time-out that nobody else listens to may be collected before it comes, and what it should end never ends.
 */
export function endsAfter(ms: number, signal?: AbortSignal): AbortSignal {
  const end = AbortSignal.timeout(ms);
  if (signal === undefined) return end;
  end.addEventListener("abort", listen, { once: true });
  return AbortSignal.any([signal, end]);
}
