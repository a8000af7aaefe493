import { eq } from "drizzle-orm";
import { auth } from "samlp";
import { beforeEach, expect, test, vi } from "vitest";
import { env, publicUrl } from "@/lib/env";
import { metadataOf } from "@/lib/identity/saml";
import { db } from "@/lib/stores/postgres/client";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { identities, samlSignIns } from "@/lib/stores/postgres/schema/people";
import { type Certified, newCertificate } from "@/lib/test-certificate";
import { withOwnDatabase } from "@/lib/test-database";
import { beginSaml, finishSaml, receiveSaml, samlProvider } from "./saml-sign-in";
import { requireViewer } from "./viewer";

withOwnDatabase();

const ISSUER = "https://idp.example/saml";
const CONSUMER = `${publicUrl()}/api/saml/corporate`;
const former = newCertificate("former");
const present = newCertificate("present");
const stranger = newCertificate("stranger");

env.IDENTITY_PROVIDERS = JSON.stringify([
  {
    ...{ kind: "saml", name: "corporate", title: "Corporate sign-in", issuer: ISSUER, domains: ["x.example"] },
    signInUrl: "https://idp.example/sign-in",
    // PEM, and the base64 of metadata.
    certificates: [former.certificate, present.certificate.replace(/-----[A-Z ]+-----|\n/g, "")],
    attributes: { email: "urn:mail" },
    groups: { claim: "groups", roles: { boss: "admin" } },
  },
]);
const provider = samlProvider("corporate");
const client = { requestId: "r", clientAddress: "127.0.0.1", userAgent: null, formerSession: undefined };

let count = 0;
let email = "";
beforeEach(async () => {
  count += 1;
  email = `person-${count}@x.example`;
  // Each sign-in takes a turn of its network's: tests have one of their own.
  client.clientAddress = `10.0.${count}.1`;
  const [account] = await db()
    .insert(accounts)
    .values({ name: `Account ${count}` })
    .returning();
  const [user] = await db().insert(users).values({ email, name: email, passwordHash: "none" }).returning();
  if (!(account && user)) throw new Error("Not written.");
  await db().insert(memberships).values({ userId: user.id, accountId: account.id });
});

type Answer = {
  by?: Certified;
  nameId?: string;
  format?: string;
  claims?: Record<string, unknown>;
  options?: Partial<Parameters<typeof auth>[0]>;
};

/** What the provider answers to the request in this address: the response as it is posted. */
function answer(
  address: string,
  { by = present, nameId = email, format, claims, options }: Answer = {},
): Promise<string> {
  const query = Object.fromEntries(new URL(address).searchParams);
  return new Promise((resolve, reject) => {
    const respond = auth({
      ...{ issuer: ISSUER, cert: by.certificate, key: by.key, destination: CONSUMER, recipient: CONSUMER },
      ...{ signResponse: true, signAssertion: true, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
      lifetimeInSeconds: 300,
      getPostURL: (_, __, ___, give) => give(null, CONSUMER),
      getUserFromRequest: () => ({}),
      profileMapper: () => ({
        getClaims: () => claims ?? { "urn:mail": email, name: "Pat", groups: ["staff"] },
        getNameIdentifier: () => ({
          nameIdentifier: nameId,
          nameIdentifierFormat: format ?? "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
        }),
      }),
      responseHandler: (response) => resolve(response.toString("base64")),
      ...options,
    });
    respond({ method: "GET", query }, {}, reject);
  });
}

const decoded = (response: string) => Buffer.from(response, "base64").toString("utf8");
const altered = (response: string, alter: (xml: string) => string): string => {
  const xml = decoded(response);
  const other = alter(xml);
  if (other === xml) throw new Error("Nothing was altered.");
  return Buffer.from(other).toString("base64");
};

async function begin(next = "/surveys?page=2") {
  const { address, browser } = await beginSaml(provider, next, client);
  return { address, browser, relayState: new URL(address).searchParams.get("RelayState") ?? "" };
}

async function signIn(given: Answer = {}) {
  const { address, browser, relayState } = await begin();
  const ticket = await receiveSaml(provider, { response: await answer(address, given), relayState }, client);
  return finishSaml(provider, { ticket, browser }, client);
}

const refused = (reason: string) => expect.objectContaining({ name: "SignInRefused", reason });

test("an answer to a request of ours signs in, in the browser that began it, and leads on", async () => {
  const { sessionId, next } = await signIn({ claims: { "urn:mail": email, groups: ["boss"] } });
  expect(next).toBe("/surveys?page=2");
  expect(await requireViewer(sessionId)).toMatchObject({ email, role: "admin" });
  const [identity] = await db().select().from(identities).where(eq(identities.subject, email));
  expect(identity).toMatchObject({ issuer: ISSUER, email });
  // Linked by its subject from now on, whatever the address.
  expect(await requireViewer((await signIn({ claims: { "urn:mail": "else@y.example" } })).sessionId)).toMatchObject({
    email,
  });
});

test("either certificate counts while the provider changes them, and no other", async () => {
  await signIn({ by: former });
  await signIn({ by: present });
  await expect(signIn({ by: stranger })).rejects.toEqual(refused("refused"));
});

test("an answer is taken once, an assertion once, a ticket once, and only in that browser", async () => {
  const first = await begin();
  const response = await answer(first.address);
  const posted = { response, relayState: first.relayState };
  const ticket = await receiveSaml(provider, posted, client);
  await expect(receiveSaml(provider, posted, client)).rejects.toEqual(refused("unfinished"));
  const other = await begin();
  const replayed = { response, relayState: other.relayState };
  await expect(receiveSaml(provider, replayed, client)).rejects.toEqual(refused("refused"));
  // Were the answer to be taken again, its assertion would not be.
  await db().update(samlSignIns).set({ answeredAt: null }).where(eq(samlSignIns.ticketHash, samlSignIns.ticketHash));
  await expect(receiveSaml(provider, posted, client)).rejects.toEqual(refused("refused"));

  for (const browser of ["", other.browser])
    await expect(finishSaml(provider, { ticket, browser }, client)).rejects.toEqual(refused("unfinished"));
  // A try in another browser has used it up.
  await expect(finishSaml(provider, { ticket, browser: first.browser }, client)).rejects.toEqual(refused("unfinished"));
  const last = await begin();
  const good = await receiveSaml(
    provider,
    { response: await answer(last.address), relayState: last.relayState },
    client,
  );
  await finishSaml(provider, { ticket: good, browser: last.browser }, client);
  await expect(finishSaml(provider, { ticket: good, browser: last.browser }, client)).rejects.toEqual(
    refused("unfinished"),
  );
});

test.each<[string, Answer]>([
  ["an RSA signature by SHA-1", { options: { signatureAlgorithm: "rsa-sha1" } }],
  ["a digest by SHA-1", { options: { digestAlgorithm: "sha1" } }],
  ["no signature of the response", { options: { signResponse: false } }],
  ["no signature of the assertion", { options: { signAssertion: false } }],
  ["another audience", { options: { audience: "https://elsewhere.example" } }],
  ["another destination", { options: { destination: "https://elsewhere.example/acs" } }],
  ["another recipient", { options: { recipient: "https://elsewhere.example/acs" } }],
  ["another issuer", { options: { issuer: "https://evil.example" } }],
  ["an answer to another request", { options: { inResponseTo: "_another" } }],
  ["a passing name", { format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }],
])("%s is refused", async (_, given) => {
  await expect(signIn(given)).rejects.toEqual(refused("refused"));
});

test("an e-mail that names no user is refused, as with any provider", async () => {
  await expect(signIn({ claims: {} })).rejects.toEqual(refused("no-email"));
  await expect(signIn({ claims: { "urn:mail": "pat@y.example" } })).rejects.toEqual(refused("other-domain"));
  await expect(signIn({ claims: { "urn:mail": "nobody@x.example" } })).rejects.toEqual(refused("no-user"));
});

/** The provider's clock so many minutes ahead of ours, for one answer. */
async function signInByClock(minutes: number) {
  const { address, browser, relayState } = await begin();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
  const response = await answer(address);
  vi.useRealTimers();
  const ticket = await receiveSaml(provider, { response, relayState }, client);
  return finishSaml(provider, { ticket, browser }, client);
}

test("clocks may differ by five minutes; older answers, and those of the future, are refused", async () => {
  for (const minutes of [-4, 4]) await signInByClock(minutes);
  for (const minutes of [-11, 11]) await expect(signInByClock(minutes)).rejects.toEqual(refused("refused"));
});

const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
const SIGNATURE = /<Signature[\s\S]*?<\/Signature>/;

/** The assertion for somebody else, which nobody has signed. */
function forgedAssertion(xml: string): string {
  const assertion = ASSERTION.exec(xml)?.[0] ?? "";
  return assertion
    .replace(SIGNATURE, "")
    .replace(/ID="[^"]+"/, 'ID="_forged"')
    .replaceAll(email, "admin@x.example");
}
const evilResponse = (xml: string, inside: string) =>
  xml
    .replace(SIGNATURE, "")
    .replace(/ID="[^"]+"/, 'ID="_evil"')
    .replace(ASSERTION, inside);

const attacks: [string, (xml: string) => string][] = [
  ["an attribute changed after signing", (xml) => xml.replaceAll(email, "admin@x.example")],
  [
    "a forged assertion before the signed one",
    (xml) => xml.replace(ASSERTION, (signed) => forgedAssertion(xml) + signed),
  ],
  [
    "a forged assertion after the signed one",
    (xml) => xml.replace(ASSERTION, (signed) => signed + forgedAssertion(xml)),
  ],
  [
    "a forged assertion around the signed one",
    (xml) =>
      xml.replace(ASSERTION, (signed) =>
        forgedAssertion(xml).replace("</saml:Assertion>", `${signed}</saml:Assertion>`),
      ),
  ],
  [
    "a forged assertion inside the signed one",
    (xml) =>
      xml.replace(ASSERTION, (signed) =>
        signed.replace("</saml:Assertion>", `${forgedAssertion(xml)}</saml:Assertion>`),
      ),
  ],
  [
    "the signed assertion among extensions",
    (xml) =>
      xml.replace(ASSERTION, (signed) => `<samlp:Extensions>${signed}</samlp:Extensions>${forgedAssertion(xml)}`),
  ],
  [
    "the signed assertion in an object of the signature",
    (xml) =>
      xml.replace(
        ASSERTION,
        (signed) => `${forgedAssertion(xml)}<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${signed}</Object>`,
      ),
  ],
  [
    "the signed response in a forged one",
    (xml) => evilResponse(xml, `${forgedAssertion(xml)}${xml.replace(/<\?.*?\?>/, "")}`),
  ],
  [
    "the signed response in an object of a forged one's signature",
    (xml) => {
      const signature = SIGNATURE.exec(xml)?.[0] ?? "";
      const holding = signature.replace("</Signature>", `<Object>${xml.replace(/<\?.*?\?>/, "")}</Object></Signature>`);
      return evilResponse(xml, `${holding}${forgedAssertion(xml)}`);
    },
  ],
  [
    "two elements of one ID",
    (xml) =>
      xml.replace(
        ASSERTION,
        (signed) => signed + forgedAssertion(xml).replace('ID="_forged"', /ID="[^"]+"/.exec(signed)?.[0] ?? ""),
      ),
  ],
  ["no signatures at all", (xml) => xml.replace(new RegExp(SIGNATURE, "g"), "")],
  ["a comment in the name", (xml) => xml.replace(`>${email}<`, `>${email.slice(0, 4)}<!---->${email.slice(4)}<`)],
  ["a document type", (xml) => `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">]>${xml.replace(/<\?.*?\?>/, "")}`],
  [
    "entities that grow",
    (xml) => `<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${xml.replace(`>${email}<`, ">&b;<")}`,
  ],
  [
    "an entity of a file",
    (xml) => `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${xml.replace(`>${email}<`, ">&f;<")}`,
  ],
  ["unparsed text", (xml) => xml.replace(`>${email}<`, `><![CDATA[${email}]]><`)],
  ["a processing instruction", (xml) => xml.replace(`>${email}<`, `><?x y?>${email}<`)],
  ["another canonical form", (xml) => xml.replaceAll('xml-exc-c14n#"', 'xml-exc-c14n#WithComments"')],
  [
    "a transform that picks what is signed",
    (xml) =>
      xml.replace(
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/TR/1999/REC-xpath-19991116",
      ),
  ],
  ["no XML", () => "not a response"],
];

test.each(attacks)("%s is refused", async (_, alter) => {
  const { address, relayState } = await begin();
  const response = altered(await answer(address), alter);
  await expect(receiveSaml(provider, { response, relayState }, client)).rejects.toEqual(refused("refused"));
});

test("an answer that nobody asked for is refused", async () => {
  const { address } = await begin();
  const response = await answer(address);
  for (const relayState of ["", "made up"])
    await expect(receiveSaml(provider, { response, relayState }, client)).rejects.toEqual(refused("unfinished"));
});

test("the metadata say where answers go, and that both signatures are wanted", () => {
  const metadata = metadataOf(provider);
  expect(metadata).toContain(`entityID="${CONSUMER}/metadata"`);
  expect(metadata).toContain(`Location="${CONSUMER}"`);
  expect(metadata).toContain('WantAssertionsSigned="true"');
});
