/** Values of a statement: each is bound by name and type, and never part of its text. */
export type SqlParams = {
  /** Keeps a value; answers how the statement names it. */
  bind: (value: unknown, type: string) => string;
  values: Record<string, unknown>;
};

export function sqlParams(): SqlParams {
  const values: Record<string, unknown> = {};
  let count = 0;
  return {
    values,
    bind(value, type) {
      const name = `p${count++}`;
      values[name] = value;
      return `{${name}:${type}}`;
    },
  };
}
