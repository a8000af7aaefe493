import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import { CLIENT } from "./test-identities";

/** Whom the provider signs in, and what it says of them. */
type Person = { sub: string } & Record<string, unknown>;

type Options = { redirectTo: string; afterSignOut: string; resource?: string };

/** A key as the provider publishes it; the first of its keys signs. */
async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" };
}

const usual = () => ({
  /** Who signs in next. */
  person: { sub: "ada", email: "ada@x.example", email_verified: true, name: "Ada" } as Person,
  /** `away` ends connections, `failing` answers with an error of its own, `silent` gives no tokens and no answer. */
  mode: "usual" as "usual" | "away" | "failing" | "silent",
  /** What stands for an ID token that it has signed. */
  idToken: async (signed: string): Promise<string> => signed,
  /** How far its clock is ahead of ours. */
  aheadMs: 0,
  /** What was asked for. */
  calls: [] as string[],
});

/** The clock of whoever is running: the provider's while it answers. */
const clock = new AsyncLocalStorage<number>();
const { now } = Date;
Date.now = () => now() + (clock.getStore() ?? 0);

/** A real OpenID provider on loopback; `restart` gives it another key. Port 0: whichever is free. */
export async function startIdentityProvider(options: Options, port = 0) {
  let callback: ReturnType<Provider["callback"]>;
  const server = createServer((request, response) => {
    provider.calls.push(`${request.method} ${(request.url ?? "").split("?")[0]}`);
    if (provider.mode === "away") request.socket.destroy();
    else if (provider.mode === "silent" && request.url?.startsWith("/token")) return;
    else if (provider.mode === "failing") response.writeHead(500).end("Out of order.");
    else void clock.run(provider.aheadMs, () => callback(request, response));
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const provider = {
    ...usual(),
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** As it was at first. */
    reset: () => void Object.assign(provider, usual()),
    /** The key that it signs with. */
    key: {} as JWK,
    restart: async (kid: string) => {
      provider.key = await newKey(kid);
      const made = new Provider(
        provider.issuer,
        configuration(options, [provider.key], () => provider.person),
      );
      made.use(async (context, next) => {
        await next();
        const { body } = context as { body: unknown };
        if (isTokenReply(body)) body.id_token = await provider.idToken(body.id_token);
      });
      // It asks for no password: whoever comes is the person of the moment.
      made.use(async (context, next) => {
        if (!context.path.startsWith("/interaction/")) return next();
        context.respond = false;
        await made.interactionFinished(context.req, context.res, { login: { accountId: provider.person.sub } });
      });
      callback = made.callback();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  await provider.restart("first");
  return provider;
}

const isTokenReply = (body: unknown): body is { id_token: string } =>
  typeof body === "object" && body !== null && "id_token" in body && typeof body.id_token === "string";

export type TestProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

function configuration(options: Options, keys: JWK[], person: () => Person): Configuration {
  const { redirectTo, afterSignOut, resource } = options;
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectTo],
        post_logout_redirect_uris: [afterSignOut],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: keys as never },
    cookies: { keys: ["only for tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...person(), sub }) }),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: { AccessToken: 300, IdToken: 300, RefreshToken: 3600, Grant: 3600, Session: 3600, Interaction: 600 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: resource !== undefined,
        defaultResource: () => resource ?? "",
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: "",
          audience: resource ?? "",
          accessTokenFormat: "jwt" as const,
          jwt: { sign: { alg: "RS256" as const } },
        }),
      },
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      if (resource !== undefined) grant.addResourceScope(resource, "");
      await grant.save();
      return grant;
    },
  };
}
