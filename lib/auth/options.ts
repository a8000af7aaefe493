import "server-only";
import { cookies } from "next/headers";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { appSecret } from "@/lib/env";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { identityProviders } from "@/lib/identity/providers";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import { databaseProblem } from "@/lib/stores/postgres/database-away";
import { deleteSession } from "@/lib/stores/postgres/people";
import { sessionHash } from "./open-session";
import { type Outcome, openIdSignIn } from "./openid-sign-in";
import { signIn } from "./sign-in";
import { refusalAddress, safeAddress } from "./sign-in-address";
import { SESSION_COOKIE_SECONDS, sessionCookie } from "./viewer";

/**
 * next-auth keeps the cookie, the forgery check and the sign-in call; what a session is stays a row of ours. Its
 * token is our random session id and nothing else, so encoding and decoding only pass that through.
 */
export const authOptions = (): NextAuthOptions => ({
  secret: appSecret(),
  pages: { signIn: "/sign-in", error: "/sign-in" },
  session: { strategy: "jwt", maxAge: SESSION_COOKIE_SECONDS },
  cookies: { sessionToken: sessionCookie },
  jwt: {
    encode: async ({ token }) => String(token?.sessionId ?? ""),
    decode: async ({ token }) => (token ? { sessionId: token } : null),
  },
  logger: {
    error: (code, about) => logger.warn({ code, err: about instanceof Error ? about : about.error }, "sign-in failed"),
    warn: (code) => logger.warn({ code }, "sign-in"),
    debug: () => {},
  },
  callbacks: {
    signIn: ({ account, profile }) => {
      if (account?.type !== "oauth") return true;
      // Safe: what next-auth calls a profile is what `openIdSignIn` has answered.
      const outcome = profile as unknown as Outcome;
      return "refusal" in outcome ? refusalAddress(outcome) : true;
    },
    redirect: ({ url, baseUrl }) => `${baseUrl}${safeAddress(url, baseUrl)}`,
    jwt: async ({ token, user }) => (user ? { sessionId: user.id } : token),
    // The browser learns who is signed in from the pages; next-auth's own session endpoint tells nothing.
    session: async ({ session }) => ({ expires: session.expires }),
  },
  events: {
    // next-auth would put other cookies whose names begin like ours into its token; the session is the one we set.
    signOut: async () => {
      const sessionId = (await cookies()).get(sessionCookie.name)?.value;
      if (sessionId) await deleteSession(db(), sessionHash(sessionId));
    },
  },
  providers: [
    ...identityProviders().flatMap((provider) => (provider.kind === "openid" ? [openIdSignIn(provider)] : [])),
    Credentials({
      credentials: { connection: {}, email: {}, password: {} },
      authorize: async (given, request) => {
        const requestId = crypto.randomUUID();
        const { "x-client-address": address, "user-agent": userAgent } = request.headers ?? {};
        const client = {
          requestId,
          clientAddress: String(address ?? "unknown"),
          userAgent: userAgent ? String(userAgent) : null,
          formerSession: (await cookies()).get(sessionCookie.name)?.value,
        };
        const { connection = "", email = "", password = "" } = given ?? {};
        try {
          return { id: await signIn({ connection, email, password }, client) };
        } catch (error) {
          if (!(error instanceof AppError)) logger.error({ requestId, err: error }, "sign-in failed");
          // next-auth hands this sentence to the sign-in form.
          const problem = error instanceof AppError ? error : databaseProblem(error, { onlyReads: true });
          throw new Error(problem?.message ?? UNEXPECTED);
        }
      },
    }),
  ],
});
