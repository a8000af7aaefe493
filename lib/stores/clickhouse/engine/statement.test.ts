import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromFile, intoFile, isUnlimited, literal, preludeOf, readQuery, takesData } from "./statement";

const read = (address: string, statement = "SELECT 1") => readQuery(new URLSearchParams(address), statement);

describe("an address", () => {
  test("is taken apart into settings, parameters, database and format", () => {
    expect(
      read("query_id=q&database=db&default_format=JSON&param_a=1&max_threads=2&wait_end_of_query=1&max_threads=3"),
    ).toEqual({
      statement: "SELECT 1",
      database: "db",
      settings: { max_threads: "3" },
      params: { a: "1" },
      format: "JSON",
    });
  });

  test("that asks for what an engine without sessions cannot give is refused", () => {
    for (const address of ["session_id=1", "role=admin", "compress=1"]) expect(() => read(address)).toThrow("344");
  });

  test("cannot bring SQL in the name of a setting", () => {
    expect(() => read("max_threads%3D1%3B%20DROP%20TABLE%20t=1")).toThrow("Code: 115");
    expect(() => read("param_a%20b=1")).toThrow("Code: 115");
  });
});

/** Takes a literal apart as ClickHouse does: a backslash means the next character, the first bare quote ends it. */
function parsed(text: string): { value: string; rest: string } {
  let value = "";
  let at = 1;
  for (; text[at] !== "'"; at++) {
    if (text[at] === "\\") at++;
    value += text[at];
  }
  return { value, rest: text.slice(at + 1) };
}

test("a literal holds any text, and nothing of it gets out", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", "\\", "a", "\n", ";", "€", "`") }), (text) => {
      expect(parsed(`${literal(text)}; SELECT`)).toEqual({ value: text, rest: "; SELECT" });
    }),
  );
});

test("a fresh connection is told database, settings and parameters, each quoted", () => {
  const query = { ...read("max_threads=2&log_comment=it's&param_p=a\\'b"), database: "my`db" };
  expect(preludeOf(query)).toBe(
    "USE `my\\`db`;\nSET max_threads = '2', log_comment = 'it\\'s';\nSET param_p = 'a\\\\\\'b'",
  );
  expect(preludeOf(read(""))).toBe("");
});

describe("a body of rows", () => {
  test("belongs to an INSERT that ends in a format, and to nothing else", () => {
    expect(takesData("INSERT INTO t (a, b) FORMAT JSONEachRow")).toBe(true);
    expect(takesData("  insert into `t`\nformat CSV ;\n")).toBe(true);
    expect(takesData("INSERT INTO t VALUES (1, 'x FORMAT y')")).toBe(false);
    expect(takesData("INSERT INTO t SELECT 1")).toBe(false);
    expect(takesData("SELECT 1 FORMAT JSON")).toBe(false);
  });

  test("is read from a file whose name may hold anything", () => {
    expect(fromFile("INSERT INTO t FORMAT CSV", "/it's/$1/$&")).toBe(
      "INSERT INTO t\nFROM INFILE '/it\\'s/$1/$&' FORMAT CSV",
    );
  });
});

test("a result goes through a file when its caller lifts the limit on results", () => {
  const unlimited = (statement: string) => isUnlimited(read("max_result_bytes=0", statement));
  expect(unlimited("WITH 1 AS a SELECT a\nFORMAT JSONEachRow")).toBe(true);
  expect(unlimited("SELECT 1")).toBe(false);
  expect(unlimited("SHOW TABLES FORMAT CSV")).toBe(false);
  expect(isUnlimited(read("max_result_bytes=5", "SELECT 1 FORMAT CSV"))).toBe(false);
  expect(intoFile("SELECT 1 FORMAT CSV", "/f")).toBe("SELECT 1\nINTO OUTFILE '/f' FORMAT CSV");
});
