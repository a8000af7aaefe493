import { expect, test } from "vitest";
import { addressOf, databaseProblem, lastingProblem, ownerProblem } from "./database-problem";

const FINE = { versionNumber: 180_004, version: "18.4", encoding: "UTF8", hasIcu: true };
const OWNER = { role: "fieldwork", mayCreate: true, tableOwner: "fieldwork", ownsTables: true };

test("a database of version 18 or later with UTF8 and ICU is taken", () => {
  expect(databaseProblem(FINE, "DATABASE_URL")).toBeNull();
  expect(databaseProblem({ ...FINE, versionNumber: 190_000, version: "19.0" }, "DATABASE_URL")).toBeNull();
});

test("an older version, another encoding and a server without ICU are each told in one line with the remedy", () => {
  const old = databaseProblem({ ...FINE, versionNumber: 150_018, version: "15.18" }, "DATABASE_URL");
  expect(old).toMatch(/^Fieldwork needs PostgreSQL 18, found 15\.18\. Upgrade the server of DATABASE_URL/);
  const latin = databaseProblem({ ...FINE, encoding: "LATIN1" }, "MIGRATION_DATABASE_URL");
  expect(latin).toMatch(/^The database of MIGRATION_DATABASE_URL has the encoding LATIN1, .* encoding 'UTF8'/);
  expect(databaseProblem({ ...FINE, hasIcu: false }, "DATABASE_URL")).toMatch(/built without ICU.*Use a PostgreSQL/);
  for (const line of [old, latin]) expect(line).not.toContain("\n");
});

test("a role that may bring the tables up to date is taken, of an empty database too", () => {
  expect(ownerProblem(OWNER, "DATABASE_URL")).toBeNull();
  expect(ownerProblem({ ...OWNER, tableOwner: null, ownsTables: false }, "DATABASE_URL")).toBeNull();
});

test("a role that owns nothing is told whose address MIGRATION_DATABASE_URL has to be", () => {
  expect(ownerProblem({ ...OWNER, role: "app", ownsTables: false }, "DATABASE_URL")).toBe(
    "The role app of DATABASE_URL does not own the tables, which belong to fieldwork. Set MIGRATION_DATABASE_URL to the same database as fieldwork.",
  );
  const empty = { role: "app", mayCreate: false, tableOwner: null, ownsTables: false };
  expect(ownerProblem(empty, "DATABASE_URL")).toMatch(/may not create tables.*Set MIGRATION_DATABASE_URL/);
});

test("what waiting cannot heal is told at once, anything else is waited for", () => {
  const url = "postgres://app:s%40cret@db.example:5433/survey";
  expect(lastingProblem("28P01", "DATABASE_URL", url)).toMatch(/refuses the password of app\. Correct the password in/);
  expect(lastingProblem("28000", "DATABASE_URL", url)).toMatch(/^PostgreSQL at db\.example:5433 does not let app in/);
  expect(lastingProblem("3D000", "DATABASE_URL", url)).toMatch(/^There is no database survey\. Create it/);
  for (const code of ["28P01", "28000", "3D000", "42501"]) {
    expect(lastingProblem(code, "DATABASE_URL", url)).not.toContain("cret");
  }
  for (const code of ["ECONNREFUSED", "57P03", "ENOTFOUND", ""]) {
    expect(lastingProblem(code, "DATABASE_URL", url)).toBeNull();
  }
});

test("an address is shown without its password", () => {
  expect(addressOf("postgres://a:b@h1:1,h2:2/name?sslmode=require")).toEqual({
    ...{ role: "a", place: "h1:1,h2:2", database: "name" },
  });
  expect(addressOf("postgres:///name?host=/run")).toMatchObject({ place: "a local socket", database: "name" });
});
