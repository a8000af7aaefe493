import "server-only";
import { X509Certificate } from "node:crypto";
import * as z from "zod";
import { roles } from "@/lib/contracts/rules/permissions";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { BUILT_IN } from "@/lib/stores/postgres/users";

/** Identity providers come from the environment variable IDENTITY_PROVIDERS, a JSON array; see `lib/start/README.md`. */
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isSafe = (url: string) => {
  if (!URL.canParse(url)) return true; // said already
  const { protocol, hostname, username, password, hash } = new URL(url);
  return `${username}${password}${hash}` === "" && (protocol === "https:" || LOOPBACK.has(hostname));
};

const safeAddress = z.url({ protocol: /^https?$/ }).refine(isSafe, {
  error: "This must be an https address without user or fragment; http is for loopback alone.",
});

const issuer = safeAddress.refine((url) => !url.includes("?"), { error: "An issuer has no query." });

const domain = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, "A domain is written like example.com.");

/** What the sign-in itself sets; whoever configured another value would take a check away. */
const OWN_PARAMETERS = [
  ...["client_id", "code_challenge", "code_challenge_method", "nonce", "redirect_uri", "request", "request_uri"],
  ...["response_mode", "response_type", "scope", "state"],
];

const parameters = z
  .record(z.string().min(1), z.string())
  .refine((given) => !OWN_PARAMETERS.some((name) => Object.hasOwn(given, name)), {
    error: `Parameters must not contain ${OWN_PARAMETERS.join(", ")}.`,
  });

const groups = z
  .strictObject({
    /** The claim that lists a person's groups; dots lead into objects. */
    claim: z.string().min(1).max(200).default("groups"),
    /** Group to role: the highest of a person's groups counts. */
    roles: z.record(z.string().min(1), z.enum(roles)).default({}),
    /** Group to the name of an account of the built-in service. */
    accounts: z.record(z.string().min(1), z.string().min(1)).default({}),
  })
  .refine(({ roles, accounts }) => Object.keys(roles).length + Object.keys(accounts).length > 0, {
    error: "Groups need roles or accounts.",
  });

/** What every kind of provider has. */
const common = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
    .refine((name) => name !== "credentials", { error: "This name is taken." }),
  title: z.string().min(1).max(60),
  /** Domains whose verified e-mails link an identity to the person of that e-mail. */
  domains: z.array(domain).max(200).default([]),
  groups: groups.optional(),
};

const openIdProvider = z
  .strictObject({
    ...common,
    kind: z.literal("openid"),
    /** Whose people sign in with it. */
    connection: z.string().min(1).default(BUILT_IN),
    issuer,
    clientId: z.string().min(1),
    clientSecret: z.string().min(1).optional(),
    clientAuthentication: z.enum(["basic", "post"]).default("basic"),
    scope: z
      .string()
      .refine((scope) => scope.split(" ").includes("openid"), { error: "The scope must contain openid." })
      .default("openid email profile"),
    /** Further parameters of the sign-in, such as `resource` or `prompt`. */
    parameters: parameters.default({}),
    /** The one algorithm that its tokens are signed by. */
    algorithm: z
      .enum(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"])
      .default("RS256"),
    /** Whom its access tokens are for, where the built-in service accepts them. */
    audience: z.string().min(1).optional(),
  })
  .refine(({ audience, clientId }) => audience !== clientId, {
    path: ["audience"],
    error: "The audience must differ from clientId: an ID token would pass for an access token.",
  })
  .refine(({ audience, connection }) => audience === undefined || connection === BUILT_IN, {
    path: ["audience"],
    error: "Only the built-in connection takes an audience: a remote service judges access tokens itself.",
  })
  .refine(({ groups, connection }) => connection === BUILT_IN || Object.keys(groups?.accounts ?? {}).length === 0, {
    path: ["groups", "accounts"],
    error: "Only the built-in connection takes accounts: a remote service decides who is in its own.",
  });

const LEAST_RSA_BITS = 2048;

/** A certificate as PEM, or as the base64 that stands in metadata; read as PEM. */
const certificate = z.string().transform((text, context) => {
  const body = text.replace(/-----[A-Z ]+-----|\s/g, "");
  const pem = `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`;
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = new X509Certificate(pem).publicKey;
    if (type === "rsa" && (details?.modulusLength ?? 0) >= LEAST_RSA_BITS) return pem;
    context.addIssue({
      code: "custom",
      message: `The certificate needs an RSA key of ${LEAST_RSA_BITS} bits or more.`,
    });
  } catch {
    context.addIssue({ code: "custom", message: "This is no certificate. It is PEM, or the base64 of metadata." });
  }
  return z.NEVER;
});

/** Internal users by SAML 2.0. Its people are those of the built-in service: it gives no token for another. */
const samlProvider = z.strictObject({
  ...common,
  kind: z.literal("saml"),
  connection: z.literal(BUILT_IN).default(BUILT_IN),
  /** Its entity id. */
  issuer: z.string().min(1).max(1024),
  signInUrl: safeAddress,
  /** What its messages are signed by; several while it changes them. */
  certificates: z.array(certificate).min(1).max(10),
  /** Names of the attributes that describe a person. */
  attributes: z
    .strictObject({
      email: z.string().min(1).default("email"),
      name: z.string().min(1).default("name"),
      /** Left out: the name identifier, which must then stay the same. */
      subject: z.string().min(1).optional(),
    })
    .prefault({}),
});

const identityProvider = z.discriminatedUnion("kind", [openIdProvider, samlProvider]);

export type OpenIdProvider = z.output<typeof openIdProvider>;
export type SamlProvider = z.output<typeof samlProvider>;
export type IdentityProvider = z.output<typeof identityProvider>;
export type GroupRules = z.output<typeof groups>;

/** Reads identity providers; throws a sentence that names the member that is wrong, without any value of it. */
export function readProviders(json: string, connections: readonly string[]): IdentityProvider[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error("IDENTITY_PROVIDERS is not valid JSON. It is an array of providers, see lib/start/README.md.");
  }
  const result = z.array(identityProvider).max(50).safeParse(value);
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Error(`IDENTITY_PROVIDERS is not usable. ${problems.join("; ")}`);
  }
  const providers = result.data;
  const unknown = providers.find(({ connection }) => !connections.includes(connection));
  if (unknown)
    throw new Error(`IDENTITY_PROVIDERS: “${unknown.name}” names a connection that CONNECTIONS does not have.`);
  const twice = firstTwice(providers.map(({ name }) => name));
  if (twice) throw new Error(`IDENTITY_PROVIDERS names “${twice}” twice.`);
  // A subject is found by its issuer: two providers of one would share each other's people.
  if (firstTwice(providers.map((one) => `${one.connection} ${one.issuer}`)))
    throw new Error("IDENTITY_PROVIDERS has an issuer twice at one connection. Name it once.");
  return providers;
}

const firstTwice = (names: string[]) => names.find((name, index) => names.indexOf(name) !== index);

/** The providers of this process. Which connections there are was checked at the start. */
export const identityProviders = (): IdentityProvider[] =>
  processWide("identity providers", () => {
    const named = z.array(z.object({ name: z.string() })).parse(JSON.parse(env.CONNECTIONS));
    return readProviders(env.IDENTITY_PROVIDERS, [BUILT_IN, ...named.map(({ name }) => name)]);
  });

export const findProvider = (name: string): IdentityProvider | undefined =>
  identityProviders().find((provider) => provider.name === name);

/** The provider whose people of a connection an issuer names. */
export const providerOfIssuer = (connection: string, issuer: string): IdentityProvider | undefined =>
  identityProviders().find((provider) => provider.connection === connection && provider.issuer === issuer);
