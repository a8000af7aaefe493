import { StepHalted } from "./kind";

const ASK_EVERY_MS = 1000;

/**
 * Runs something that changes nothing for as long as its job may go on; then the signal aborts waiting for a store or
 * a service, and the step is left for a later run.
 */
export async function whileItMayGoOn<T>(
  mayGoOn: () => Promise<boolean>,
  read: (signal: AbortSignal) => Promise<T>,
  everyMs = ASK_EVERY_MS,
): Promise<T> {
  const halted = new AbortController();
  let asking = false;
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      if (!(await mayGoOn())) halted.abort(new StepHalted("It may not go on now."));
    } catch (error) {
      halted.abort(error);
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void ask(), everyMs);
  try {
    return await read(halted.signal);
  } catch (error) {
    throw halted.signal.aborted ? halted.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
