import * as z from "zod";
import { $constructor } from "zod/v4/core";

/**
 * Lists and records that judge their size before any element, and stop at the hundredth mistake: zod's own `max` is
 * asked only after each element was read, which of a body of 4 MB takes seconds. Both stay what they are to whoever
 * looks at a schema, and their copies (`min`, `refine`) keep the bound.
 */
export type Bound = {
  most: number;
  tooMany: string;
  /** What is counted of a value as it was sent, where it is not its elements. */
  sizeOf?: (value: unknown) => number;
};
type Bounds = { bounds: readonly Bound[] };

/** One element as the schema reads it; undefined where the schema has to say what is wrong. For lists of many thousands. */
type Read = (element: unknown) => unknown;

/** More than anybody corrects at once. */
export const MOST_PROBLEMS = 100;

type Payload = z.core.ParsePayload;
type Parse = (payload: Payload, context: z.core.ParseContextInternal) => Payload | Promise<Payload>;

/** A parse that is asked only for what is small enough. */
function guarded(inst: z.core.$ZodType, bounds: readonly Bound[], parse: Parse): Parse {
  return (payload, context) => {
    const { value } = payload;
    const exceeded = bounds.find(({ most, sizeOf = countOf }) => sizeOf(value) > most);
    if (!exceeded) return parse(payload, context);
    const origin = Array.isArray(value) ? "array" : "object";
    const { most: maximum, tooMany: message } = exceeded;
    payload.issues.push({ code: "too_big", origin, maximum, inclusive: true, message, input: value, inst });
    return payload;
  };
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

/** Elements that are read before others get their turn, where whoever reads can wait. */
const ELEMENTS_A_TURN = 100;

/** Reads the elements of a list one after another; pauses now and then. */
function* readElements(element: z.core.$ZodType, read: Read | undefined, sent: unknown[], payload: Payload) {
  const values: unknown[] = [];
  payload.value = values;
  let slowly = 0;
  for (let at = 0; at < sent.length; at += 1) {
    const item: unknown = sent[at];
    const quickly = read?.(item);
    if (quickly !== undefined) {
      values.push(quickly);
      continue;
    }
    // No schema of ours has to wait for anything, and those that cannot are read several times faster.
    const { value, issues } = element._zod.run({ value: item, issues: [] }, { async: false }) as Payload;
    values.push(value);
    for (const issue of issues) payload.issues.push({ ...issue, path: [at, ...(issue.path ?? [])] });
    if (payload.issues.length >= MOST_PROBLEMS) break;
    slowly += 1;
    if (slowly % ELEMENTS_A_TURN === 0) yield;
  }
}

/** The parse of a list: at once, or, read with `safeParseAsync`, in turns with whatever else there is to do. */
function elementsParse(element: z.core.$ZodType, read: Read | undefined, otherwise: Parse): Parse {
  return (payload, context) => {
    const sent = payload.value;
    if (!Array.isArray(sent)) return otherwise(payload, context);
    const steps = readElements(element, read, sent, payload);
    if (context.async && sent.length > ELEMENTS_A_TURN) return inTurns(steps).then(() => payload);
    while (!steps.next().done);
    return payload;
  };
}

async function inTurns(steps: Generator): Promise<void> {
  while (!steps.next().done) await new Promise((done) => setTimeout(done));
}

type ListDef = z.core.$ZodArrayDef & Bounds & { read?: Read | undefined };

const BoundedList = $constructor<z.ZodArray, ListDef>("BoundedList", (inst, def) => {
  z.ZodArray.init(inst, def);
  const byZod = inst._zod.parse as Parse;
  inst._zod.parse = guarded(inst, def.bounds, elementsParse(def.element, def.read, byZod)) as typeof inst._zod.parse;
  inst._zod.bag.maximum = def.bounds[0]?.most; // what a description says of it
});

const BoundedRecord = $constructor<z.ZodRecord, z.core.$ZodRecordDef & Bounds>("BoundedRecord", (inst, def) => {
  z.ZodRecord.init(inst, def);
  inst._zod.parse = guarded(inst, def.bounds, inst._zod.parse as Parse) as typeof inst._zod.parse;
});

type Errors = { error: z.core.$ZodErrorMap };

export const boundedList = <T extends z.ZodType>(element: T, more: Bounds & Errors & { read?: Read | undefined }) =>
  // Safe: it is a ZodArray, made of this element.
  new BoundedList({ type: "array", element, ...more }) as unknown as z.ZodArray<T>;

export const boundedRecord = <K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  keyType: K,
  valueType: V,
  more: Bounds & Errors,
) =>
  // Safe: it is a ZodRecord, made of these.
  new BoundedRecord({ type: "record", keyType, valueType, ...more }) as unknown as z.ZodRecord<K, V>;

export const isBounded = (schema: z.core.$ZodType): boolean =>
  schema instanceof BoundedList || schema instanceof BoundedRecord;
