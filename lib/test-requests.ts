import * as z from "zod";
import type { Operation } from "@/lib/contracts/operation";
import { wireShapeOf } from "@/lib/contracts/wire-shape";

/** Requests made from the contracts, the same ones for the same seed. */
export type Random = () => number;

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const oneOf = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

type Schema = { [name: string]: unknown };
/** Values that members of these names have, mostly. */
export type Named = Readonly<Record<string, readonly unknown[]>>;

const inputs = new WeakMap<z.ZodType, Schema>();

function inputOf(schema: z.ZodType): Schema {
  const known = inputs.get(schema);
  if (known) return known;
  const json = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const sent = wireShapeOf(zodSchema);
      if (sent) Object.assign(jsonSchema, { pattern: undefined }, sent);
    },
  }) as Schema;
  inputs.set(schema, json);
  return json;
}

/** A query and a body as the contract describes them. */
export function requestFor({ query, body, described }: Operation, random: Random, named: Named) {
  const make = (schema: z.ZodType) => new Maker(inputOf(schema), random, named).value();
  return { query: make(described?.query ?? query), body: make(described?.body ?? body) };
}

const DEEPEST = 6;

class Maker {
  constructor(
    private readonly root: Schema,
    private readonly random: Random,
    private readonly named: Named,
  ) {}

  value(schema: Schema | boolean = this.root, name = "", depth = 0): unknown {
    if (typeof schema === "boolean") return null; // of anything, or of nothing
    const known = Object.hasOwn(this.named, name) ? this.named[name] : undefined;
    const isList = schema.type === "array";
    if (known && this.random() < 0.9) {
      if (isList) return known.length > 0 ? [oneOf(this.random, known)] : [];
      if (known.length > 0) return oneOf(this.random, known);
    }
    if (typeof schema.$ref === "string") return this.value(this.referred(schema.$ref), name, depth);
    if ("const" in schema) return schema.const;
    if (Array.isArray(schema.enum)) return oneOf(this.random, schema.enum);
    const union = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(union)) return this.value(oneOf(this.random, union as Schema[]), name, depth);
    if (Array.isArray(schema.allOf)) return this.value(schema.allOf[0] as Schema, name, depth);
    return this.plain(schema, name, depth);
  }

  private referred(ref: string): Schema {
    const target = ref
      .replace(/^#\/?/, "")
      .split("/")
      .filter(Boolean)
      .reduce<unknown>((at, part) => (at as Schema)[part], this.root);
    return target as Schema;
  }

  private plain(schema: Schema, name: string, depth: number): unknown {
    switch (schema.type) {
      case "object":
        return this.object(schema, depth);
      case "array": {
        const least = Number(schema.minItems ?? 0);
        const length = depth > DEEPEST ? least : Math.max(least, Math.floor(this.random() * 3));
        return Array.from({ length }, () => this.value((schema.items ?? {}) as Schema, name, depth + 1));
      }
      case "integer":
      case "number":
        return this.number(schema);
      case "boolean":
        return this.random() < 0.5;
      case "null":
        return null;
      case "string":
        return this.text(schema);
      default:
        return oneOf<unknown>(this.random, ["text", 1, "1", true]);
    }
  }

  private object(schema: Schema, depth: number): unknown {
    const { properties = {}, required = [], additionalProperties } = schema;
    const members = Object.entries(properties as Record<string, Schema>).filter(
      ([name]) => (required as string[]).includes(name) || (depth < DEEPEST && this.random() < 0.4),
    );
    const made = Object.fromEntries(members.map(([name, member]) => [name, this.value(member, name, depth + 1)]));
    const isRecord = typeof additionalProperties === "object" && additionalProperties !== null;
    if (isRecord)
      made[oneOf(this.random, ["n", "s", "a b"])] = this.value(additionalProperties as Schema, "", depth + 1);
    return made;
  }

  private number({ minimum, maximum, exclusiveMinimum, type }: Schema): number {
    const least = Math.max(Number(minimum ?? exclusiveMinimum ?? 0), -1_000_000);
    const most = Math.min(Number(maximum ?? least + 1000), least + 1000);
    const value = least + this.random() * (most - least);
    return type === "integer" ? Math.floor(value) : Math.round(value * 100) / 100;
  }

  private text({ format, pattern }: Schema): string {
    if (format === "uuid") return crypto.randomUUID();
    if (format === "date-time") return "2031-02-03T14:05:09.120Z";
    if (format === "date") return "2031-02-03";
    if (typeof pattern === "string" && /\\d/.test(pattern)) return String(Math.floor(this.random() * 30));
    return oneOf(this.random, [
      "text",
      "A name",
      "n",
      "s",
      "2031-02-03",
      "https://x.test/?id=[%RID%]",
      "Ünïcode ✓",
      "1",
    ]);
  }
}

const HOSTILE: readonly unknown[] = [
  ...[null, "", " ", "\u0000", "\ud800", "x".repeat(3000), "'; drop table surveys; --", "%00", "../..", "\u202e"],
  ...[0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 63, 1e-9, true, false],
  ...["9999-99-99", "0000-01-01", "+275760-09-13T00:00:00.001Z", "00000000-0000-0000-0000-000000000000"],
  ...[[], {}, [null], [[]], [{}], { toString: 1 }, { constructor: { prototype: 1 } }, Array(300).fill("x")],
];

/** The value with something in it that nobody sends who means well. */
export function spoilt(value: unknown, random: Random): unknown {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const names = Object.keys(given);
  if (names.length === 0 || random() < 0.1) return oneOf(random, HOSTILE);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...given };
  const name = oneOf(random, names);
  const members = copy as Record<string, unknown>;
  const how = random();
  if (how < 0.2) Reflect.deleteProperty(members, name);
  else if (how < 0.3)
    members[oneOf(random, ["__proto__", "unknown", "id", "survey_attributes", "constructor"])] = oneOf(random, HOSTILE);
  else members[name] = how < 0.6 ? spoilt(members[name], random) : oneOf(random, HOSTILE);
  return copy;
}
