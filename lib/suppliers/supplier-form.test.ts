import { expect, test } from "vitest";
import type { Supplier } from "@/lib/contracts/interfaces/fielding";
import { newSupplierSchema, placeSupplierProblems, supplierChangeSchema, supplierValues } from "./supplier-form";

const id = "01900000-0000-7000-8000-000000000001";
const supplier: Supplier = {
  ...{ id, account: { id: "a", name: "A" }, code: "north", name: "North Panel", sessions: 3 },
  end_links: { complete: "https://north.test/c?id=[%RESPONDENT%]" },
  hash: { algorithm: "SHA-512", parameter: "sig" },
};
const pathsOf = (result: { error?: { issues: { path: PropertyKey[] }[] } }) =>
  result.error?.issues.map(({ path }) => path.join("."));

test("a supplier that nobody changed is sent as it is, its key left out", () => {
  const sent = supplierChangeSchema(id).parse(supplierValues(supplier, []));
  expect(sent).toMatchObject({ id, name: "North Panel", hash: { algorithm: "SHA-512", parameter: "sig" } });
  expect(sent.end_links).toMatchObject({ complete: "https://north.test/c?id=[%RESPONDENT%]", quality_termination: "" });
  expect(sent.hash).not.toHaveProperty("key");
});

test("a hash that is switched off is sent as none, whatever stands in its fields", () => {
  const values = { ...supplierValues(supplier, []), isSigned: false };
  expect(supplierChangeSchema(id).parse(values).hash).toBeNull();
});

test("what is wrong stands at the form's own fields", () => {
  const values = supplierValues(null, [{ id: "a" }, { id: "b" }]);
  const wrong = newSupplierSchema.safeParse({
    ...values,
    code: "two words",
    name: " ",
    end_links: { ...values.end_links, complete: "javascript:alert(1)" },
  });
  expect(pathsOf(wrong)).toEqual(expect.arrayContaining(["code", "name", "end_links.complete"]));
  const unsigned = newSupplierSchema.safeParse({ ...values, code: "north", name: "North", isSigned: true });
  expect(pathsOf(unsigned)).toEqual(["hash.key"]);
});

test("who has one account is not asked which", () => {
  expect(supplierValues(null, [{ id: "a" }]).account_id).toBe("a");
});

test("the server's sentences stand at their fields, and those about none over the form", () => {
  expect(placeSupplierProblems({ message: "Check the fields.", fields: { code: "It is taken." } })).toEqual({
    placed: [{ name: "code", message: "It is taken." }],
    rest: null,
  });
  expect(placeSupplierProblems({ message: "An account can have at most 200." })).toEqual({
    placed: [],
    rest: "An account can have at most 200.",
  });
});
