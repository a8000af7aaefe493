import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sender } from "./body-budget";
import { COMMA, LIST, OBJECT, QUOTE, STEP_BYTES, visitMarks } from "./json-bytes";
import { parseInSteps } from "./parse-json";
import { AppError } from "./problem";
import { MAX_BODY_BYTES, withBytes } from "./read-bytes";

/** Far more than any body needs, far less than what exhausts the stack of whoever walks through it. */
const MAX_DEPTH = 100;
/** In a body of the usual 4 MB, names of members among its texts: to make more of it takes longer than others can wait. */
const MAX_PARTS = { containers: 200_000, texts: 350_000, values: 1_000_000 };
const partNames = ["containers", "texts", "values"] as const;

/** The JSON of a request's body, which must say that it is JSON; throws a sentence for everything that is not so. */
export async function readJson(
  request: Request,
  { maxBytes, sender }: { maxBytes: number; sender: Sender | null },
): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError("invalid", "The content type must be application/json.", { status: 415 });
  }
  return withBytes(request, { maxBytes, sender }, async (bytes) => {
    await inTurns(judgeParts(bytes, Math.max(1, maxBytes / MAX_BODY_BYTES)));
    try {
      return await inTurns(parseInSteps(bytes));
    } catch {
      throw new AppError("invalid", "The request body is not valid JSON.");
    }
  });
}

/** Other requests get their turn between the steps. */
async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Refuses a body by its brackets and commas, before anything is made of it. */
function* judgeParts(bytes: Uint8Array, scale: number): Generator<void, void> {
  let depth = 0;
  const parts = { containers: 0, texts: 0, values: 1 };
  yield* visitMarks(bytes, STEP_BYTES, (mark) => {
    if (mark === QUOTE) parts.texts += 1;
    else if (mark === COMMA) parts.values += 1;
    else if (mark === LIST || mark === OBJECT) {
      depth += 1;
      parts.containers += 1;
      if (depth > MAX_DEPTH) throw new AppError("invalid", "The request body is nested too deeply.");
    } else depth -= 1;
  });
  if (partNames.some((name) => parts[name] > MAX_PARTS[name] * scale)) {
    throw new AppError("invalid", "The request body has too many parts. Send less at once.", { status: 413 });
  }
}
