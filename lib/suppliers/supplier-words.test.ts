import { expect, test } from "vitest";
import { describeSupplierEntry } from "./describe-entry";
import { exampleHash, exampleLink } from "./example-link";
import { supplierNames } from "./supplier-names";
import { linksText } from "./supplier-table";

test("an example link is filled in percent-encoded, and other characters stay", () => {
  const links = { overquota_termination: "https://n.test/%20?r=[%RESPONDENT%]&o=[%OUTCOME%]&why=[%REASON%]&x=[%X%]" };
  expect(exampleLink(links, "overquota_termination")).toBe(
    "https://n.test/%20?r=example%20respondent&o=overquota_termination&why=quota_full&x=[%X%]",
  );
  expect(exampleLink(links, "complete")).toBeNull();
});

test("the hash follows the last parameter, or begins the query", () => {
  expect(exampleHash("https://n.test/?a=1", "sig")).toBe("&sig=…");
  expect(exampleHash("https://n.test/", "sig")).toBe("?sig=…");
});

test("a code that two accounts give different suppliers names neither", () => {
  const nameOf = supplierNames([
    { code: "n", name: "North" },
    { code: "n", name: "Nord" },
    { code: "s", name: "South" },
    { code: "s", name: "South" },
  ]);
  expect(["n", "s", "gone", "direct"].map(nameOf)).toEqual(["n", "South", "gone", "Direct"]);
});

test("says for which outcomes a link is set", () => {
  expect(linksText({ end_links: { complete: "https://a.test", quality_termination: "https://a.test" } })).toBe(
    "Complete, Quality termination",
  );
  expect(linksText({ end_links: {} })).toContain("None");
});

test("an audit entry of a supplier says what changed, link by link, and of a key only that it did", () => {
  const before = { name: "North", end_links: { complete: "https://a.test" }, hash: null };
  const after = {
    name: "North",
    end_links: { complete: "https://b.test" },
    hash: { algorithm: "SHA-256", parameter: "sig" },
    hash_key: "changed",
  };
  expect(describeSupplierEntry({ before, after }).map(({ label, before: was, after: is }) => [label, was, is])).toEqual(
    [
      ["Complete link", "https://a.test", "https://b.test"],
      ["Signed", "not signed", "SHA-256 in sig"],
      ["Key of links", null, "changed"],
    ],
  );
});
