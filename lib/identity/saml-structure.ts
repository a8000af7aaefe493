import { SaxesParser, type SaxesTagNS } from "saxes";

/** What a response says beside whom it names. All of it is signed: there is one place for each thing. */
export type ResponseFacts = {
  destination: string;
  inResponseTo: string;
  issuer: string;
  assertionId: string;
  recipient: string;
  confirms: string;
  /** The provider's own session; null: it does not say. */
  sessionEndsAt: Date | null;
};

const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
const ENCRYPTION = "http://www.w3.org/2001/04/xmlenc#";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

const prefixes: Record<string, string> = { [PROTOCOL]: "p", [ASSERTION]: "a", [SIGNATURE]: "s" };

/** SHA-1 is left out: whoever finds two texts of one sum could sign for anybody. */
const ALGORITHMS: Record<string, ReadonlySet<string>> = {
  "s:CanonicalizationMethod": new Set([EXCLUSIVE]),
  "s:SignatureMethod": new Set([`${MORE}rsa-sha256`, `${MORE}rsa-sha384`, `${MORE}rsa-sha512`]),
  "s:DigestMethod": new Set([`${ENCRYPTION}sha256`, `${MORE}sha384`, `${ENCRYPTION}sha512`]),
  "s:Transform": new Set([`${SIGNATURE}enveloped-signature`, EXCLUSIVE]),
};

const RESPONSE = "p:Response";
const IN_ASSERTION = `${RESPONSE}/a:Assertion`;
const CONFIRMATION = `${IN_ASSERTION}/a:Subject/a:SubjectConfirmation`;

/** Where each of these stands, and that it stands there once and nowhere else. */
const ONCE: Record<string, string> = {
  "p:Response": RESPONSE,
  "a:Assertion": IN_ASSERTION,
  "a:Subject": `${IN_ASSERTION}/a:Subject`,
  "a:NameID": `${IN_ASSERTION}/a:Subject/a:NameID`,
  "a:SubjectConfirmation": CONFIRMATION,
  "a:SubjectConfirmationData": `${CONFIRMATION}/a:SubjectConfirmationData`,
  "a:Conditions": `${IN_ASSERTION}/a:Conditions`,
};

const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

type Element = { name: string; path: string; attributes: ReadonlyMap<string, string>; text: string };

/**
 * Reads a response whose structure leaves no choice of what is signed: one response, one assertion right below it, each
 * with a signature of its own that refers to it. Comments, entities and the like are refused; so is whatever stands
 * where it does not belong. Signatures themselves are not verified here. @throws Error that says what is wrong
 */
export function readResponse(xml: string): ResponseFacts {
  const elements = elementsOf(xml);
  const at = (path: string) => elements.filter((element) => element.path === path);
  for (const [name, path] of Object.entries(ONCE)) {
    const places = elements.filter((element) => element.name === name).map((element) => element.path);
    if (places.length !== 1 || places[0] !== path) throw new Error(`The response has ${name} ${places.length} times.`);
  }
  requireUniqueIds(elements);
  for (const path of [RESPONSE, IN_ASSERTION]) requireSignature(elements, path);
  if (elements.filter(({ name }) => name === "s:Signature").length !== 2) throw new Error("It has further signatures.");
  const [response, assertion] = [only(at(RESPONSE)), only(at(IN_ASSERTION))];
  const [confirmation, data] = [only(at(CONFIRMATION)), only(at(`${CONFIRMATION}/a:SubjectConfirmationData`))];
  if (valueAt(only(at(`${RESPONSE}/p:Status/p:StatusCode`)), "Value") !== SUCCESS)
    throw new Error("It reports a failure.");
  if (valueAt(confirmation, "Method") !== BEARER) throw new Error("The subject is not confirmed by the bearer.");
  valueAt(data, "NotOnOrAfter");
  const issuers = [...at(`${RESPONSE}/a:Issuer`), only(at(`${IN_ASSERTION}/a:Issuer`))].map(({ text }) => text.trim());
  const [issuer = ""] = issuers;
  if (issuers.some((each) => each !== issuer)) throw new Error("Response and assertion name different issuers.");
  return {
    destination: valueAt(response, "Destination"),
    inResponseTo: valueAt(response, "InResponseTo"),
    issuer,
    assertionId: valueAt(assertion, "ID"),
    recipient: valueAt(data, "Recipient"),
    confirms: valueAt(data, "InResponseTo"),
    sessionEndsAt: earliest(at(`${IN_ASSERTION}/a:AuthnStatement`)),
  };
}

function elementsOf(xml: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (what: string) => () => {
    throw new Error(`The response has ${what}.`);
  };
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", refuse("a document type"));
  parser.on("comment", refuse("a comment"));
  parser.on("cdata", refuse("unparsed text"));
  parser.on("processinginstruction", refuse("a processing instruction"));
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on("opentag", (tag: SaxesTagNS) => {
    const prefix = prefixes[tag.uri];
    const name = prefix === undefined ? `{${tag.uri}}${tag.local}` : `${prefix}:${tag.local}`;
    const path = [open.at(-1)?.path, name].filter((part) => part !== undefined).join("/");
    const attributes = new Map(Object.values(tag.attributes).map(({ uri, local, value }) => [`${uri}${local}`, value]));
    const element = { name, path, attributes, text: "" };
    elements.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return elements;
}

/** What libraries take for an id, of whichever spelling. */
const ID = /^(?:http:\/\/www\.w3\.org\/XML\/1998\/namespace)?id$/i;

function requireUniqueIds(elements: readonly Element[]): void {
  const ids = elements.flatMap(({ attributes }) => [...attributes].filter(([name]) => ID.test(name)));
  if (new Set(ids.map(([, value]) => value)).size !== ids.length) throw new Error("Two elements have the same ID.");
}

/** The one signature right below an element, by allowed algorithms, which covers that element and nothing else. */
function requireSignature(elements: readonly Element[], parent: string): void {
  const path = `${parent}/s:Signature`;
  const signature = elements.filter((element) => element.path === path);
  const parts = elements.filter((element) => element.path.startsWith(`${path}/`));
  const references = parts.filter(({ name }) => name === "s:Reference");
  const id = valueAt(only(elements.filter((element) => element.path === parent)), "ID");
  if (signature.length !== 1 || references.length !== 1) throw new Error(`${parent} is not signed once.`);
  if (valueAt(only(references), "URI") !== `#${id}`)
    throw new Error(`The signature of ${parent} covers something else.`);
  if (parts.some(({ name }) => name === "s:Object")) throw new Error(`The signature of ${parent} holds objects.`);
  for (const [name, allowed] of Object.entries(ALGORITHMS)) {
    const used = parts.filter((part) => part.name === name).map((part) => valueAt(part, "Algorithm"));
    const refused = used.find((algorithm) => !allowed.has(algorithm));
    if (refused !== undefined || used.length === 0) throw new Error(`${parent} is signed by ${refused ?? "nothing"}.`);
  }
}

function only(found: readonly Element[]): Element {
  const [element, another] = found;
  if (element === undefined || another !== undefined) throw new Error("An element is missing, or there twice.");
  return element;
}

function valueAt({ name, attributes }: Element, attribute: string): string {
  const value = attributes.get(attribute);
  if (value === undefined || value === "") throw new Error(`${name} has no ${attribute}.`);
  return value;
}

function earliest(statements: readonly Element[]): Date | null {
  const ends = statements.flatMap(({ attributes }) => attributes.get("SessionNotOnOrAfter") ?? []).map(Date.parse);
  if (ends.some(Number.isNaN)) throw new Error("SessionNotOnOrAfter is no moment.");
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
