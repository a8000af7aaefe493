import { expect, test } from "vitest";
import { newCertificate } from "@/lib/test-certificate";
import { readIdentity } from "./claims";
import { readProviders } from "./providers";

const least = { kind: "openid", name: "company", title: "Company", issuer: "https://id.example", clientId: "us" };
const read = (...given: object[]) => readProviders(JSON.stringify(given), ["built-in", "panel"]);
const problemOf = (...given: object[]): string => {
  try {
    read(...given);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test("what is left out has the safe default", () => {
  expect(read(least)).toEqual([
    {
      ...least,
      ...{ connection: "built-in", clientAuthentication: "basic", scope: "openid email profile", algorithm: "RS256" },
      ...{ parameters: {}, domains: [] },
    },
  ]);
  expect(read({ ...least, issuer: "http://127.0.0.1:4000", domains: ["X.Example"] })[0]?.domains).toEqual([
    "x.example",
  ]);
});

test.each([
  [{ issuer: "http://id.example" }, /0\.issuer: This must be an https address/],
  [{ issuer: "https://id.example?x=1" }, /0\.issuer: An issuer has no query/],
  [{ issuer: "id.example" }, /0\.issuer: /],
  [{ name: "credentials" }, /0\.name: This name is taken/],
  [{ scope: "email" }, /0\.scope: The scope must contain openid/],
  [{ algorithm: "none" }, /0\.algorithm: /],
  [{ algorithm: "HS256" }, /0\.algorithm: /],
  [{ audience: "us" }, /0\.audience: The audience must differ from clientId/],
  [{ connection: "panel", audience: "a" }, /0\.audience: Only the built-in connection/],
  [{ connection: "panel", groups: { accounts: { g: "A" } } }, /0\.groups\.accounts: Only the built-in connection/],
  [{ connection: "gone" }, /“company” names a connection that CONNECTIONS does not have/],
  [{ domains: ["@x.example"] }, /0\.domains\.0: A domain is written like example\.com/],
  [{ parameters: { state: "fixed" } }, /0\.parameters: Parameters must not contain/],
  [{ groups: {} }, /0\.groups: Groups need roles or accounts/],
  [{ groups: { roles: { g: "owner" } } }, /0\.groups\.roles\.g: /],
  [{ clientSecert: "x" }, /clientSecert/],
])("%o ends the start in one line", (wrong, sentence) => {
  const problem = problemOf({ ...least, ...wrong });
  expect(problem).toMatch(sentence);
  expect(problem).not.toContain("\n");
});

test("two providers share neither a name nor, at one connection, an issuer", () => {
  expect(problemOf(least, { ...least, issuer: "https://b.example" })).toMatch(/names “company” twice/);
  expect(problemOf(least, { ...least, name: "b" })).toMatch(/an issuer twice at one connection/);
  expect(problemOf(least, { ...least, name: "b", connection: "panel" })).toBe("");
});

const { certificate } = newCertificate("provider");
const saml = { kind: "saml", name: "saml", title: "SAML", issuer: "idp", signInUrl: "https://idp.example/in" };

test("certificates are taken as PEM and as base64; what is none, and a short key, is not", () => {
  const base64 = certificate.replace(/-----[A-Z ]+-----|\n/g, "");
  const [provider] = read({ ...saml, certificates: [certificate, base64] });
  expect(provider).toMatchObject({ certificates: [certificate, certificate], connection: "built-in" });
  for (const [wrong, sentence] of [
    [[], /0\.certificates: /],
    [["AAAA"], /0\.certificates\.0: This is no certificate/],
    [[newCertificate("short", 1024).certificate], /0\.certificates\.0: The certificate needs an RSA key of 2048 bits/],
  ] as const)
    expect(problemOf({ ...saml, certificates: wrong })).toMatch(sentence);
  const usable = { ...saml, certificates: [certificate] };
  expect(problemOf({ ...usable, signInUrl: "https://idp.example/in?tenant=1" })).toBe("");
  expect(problemOf({ ...usable, connection: "panel" })).toMatch(/0\.connection: /);
  expect(problemOf({ ...usable, signInUrl: "http://idp.example/in" })).toMatch(/0\.signInUrl: This must be an https/);
});

test("claims are read as what they surely say: groups at any depth, and an address only verified by yes", () => {
  const [provider] = read({ ...least, groups: { claim: "realm.roles", roles: { g: "admin" } } });
  if (!provider) throw new Error("There is one.");
  const of = (claims: Record<string, unknown>) =>
    readIdentity(provider, { sub: "s", email: " Ada@X.example ", ...claims });
  expect(of({ realm: { roles: ["g"] } })).toMatchObject({ email: "ada@x.example", groups: ["g"] });
  expect(of({ "realm.roles": "g", realm: { roles: [] } }).groups).toEqual(["g"]);
  for (const realm of [undefined, null, { roles: null }, { roles: [1] }, { roles: {} }, "roles"])
    expect(of({ realm }).groups).toBeNull();
  for (const email_verified of [true, "true"]) expect(of({ email_verified }).isEmailVerified).toBe(true);
  for (const email_verified of [undefined, null, false, "false", 1, "1", {}])
    expect(of({ email_verified }).isEmailVerified).toBe(false);
  expect(of({ email: "", email_verified: true })).toMatchObject({ email: null, isEmailVerified: false });
});
