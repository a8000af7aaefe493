import { StepHalted } from "./kind";

const ASK_EVERY_MS = 1000;

/**
 * Does what changes nothing, for as long as its work may go on: once it may not, the signal ends what waits for a
 * store or a service, and the step is left to be taken again.
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
