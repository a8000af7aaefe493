import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** Whom the provider signs in, and what it says of them. */
type Person = { sub: string } & Record<string, unknown>;

type Options = { redirectTo: string; afterSignOut: string; resource?: string };

export const CLIENT = { id: "fieldwork", secret: "a secret of these tests alone" };

/** A key as the provider publishes it; the first of its keys signs. */
async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" };
}

const usual = () => ({
  /** Who signs in next. */
  person: { sub: "ada", email: "ada@x.example", email_verified: true, name: "Ada" } as Person,
  /** `away` ends connections, `failing` answers with an error of its own. */
  mode: "usual" as "usual" | "away" | "failing",
  /** How far its clock is ahead of ours. */
  aheadMs: 0,
  /** What was asked for. */
  calls: [] as string[],
});

/** The clock of whoever is running: the provider's while it answers. */
const clock = new AsyncLocalStorage<number>();
const { now } = Date;
Date.now = () => now() + (clock.getStore() ?? 0);

/** A real OpenID provider for the file of tests that calls this; `restart` gives it another key. */
export function withIdentityProvider(options: Options) {
  const state = { ...usual(), issuer: "", restart: async (_: { kid: string }): Promise<void> => {} };
  let server: Server;
  let callback: ReturnType<Provider["callback"]>;

  const start = async (kid: string) => {
    const provider = new Provider(
      state.issuer,
      configuration(options, [await newKey(kid)], () => state.person),
    );
    // It asks for no password: whoever comes is the person of the moment.
    provider.use(async (context, next) => {
      if (!context.path.startsWith("/interaction/")) return next();
      context.respond = false;
      await provider.interactionFinished(context.req, context.res, { login: { accountId: state.person.sub } });
    });
    callback = provider.callback();
  };
  beforeAll(async () => {
    server = createServer((request, response) => {
      state.calls.push(`${request.method} ${(request.url ?? "").split("?")[0]}`);
      if (state.mode === "away") request.socket.destroy();
      else if (state.mode === "failing") response.writeHead(500).end("Out of order.");
      else void clock.run(state.aheadMs, () => callback(request, response));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    state.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    state.restart = ({ kid }) => start(kid);
    await start("first");
  });
  beforeEach(() => {
    Object.assign(state, usual());
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return state;
}

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
