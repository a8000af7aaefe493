import "server-only";
import { type Authentication, byAuthentication } from "@/lib/contracts/interface-list";
import { AppError } from "@/lib/http/problem";

/** What goes with a request to prove who calls: headers, and parts of its path. */
export type Credentials = { headers?: Record<string, string>; params?: Record<string, string> };

type Asked = {
  token: string;
  /** Of the account that is called for; undefined: the connection has none for it. */
  keys: string | Readonly<Partial<Record<string, string>>> | undefined;
  /** Our own service, in-process: it is told beside the request who calls. */
  isOurs: boolean;
  /** As messages name the service and the account. */
  service: string;
  account: string;
  /** The operation's, with its `{name}` parts. */
  path: string;
};

/** Stands for a key in the path of a call in-process, which needs none. */
const IN_PROCESS = "in-process";

/** @throws AppError `unauthenticated` for a token that cannot be sent, `unavailable` for a key that is missing or so. */
export const credentialsFor = (authentication: Authentication, asked: Asked): Credentials =>
  byAuthentication<Credentials>(authentication, {
    token: () => {
      if (!isSendable(asked.token)) throw new AppError("unauthenticated", "Sign in again.");
      return { headers: { authorization: asked.token } };
    },
    key: ({ header }) => {
      if (asked.isOurs) return {};
      return { headers: { [header]: usable(typeof asked.keys === "string" ? asked.keys : undefined, asked) } };
    },
    "path keys": ({ parts }) => {
      const held = Object.keys(parts).filter((part) => asked.path.split("/").includes(`{${part}}`));
      const keys = typeof asked.keys === "object" ? asked.keys : {};
      return {
        params: Object.fromEntries(held.map((part) => [part, asked.isOurs ? IN_PROCESS : usable(keys[part], asked)])),
      };
    },
  });

function usable(key: string | undefined, { service, account }: Asked): string {
  if (!key) {
    throw new AppError("unavailable", `${service} has no key for ${account}. Ask who runs this installation.`);
  }
  if (isSendable(key)) return key;
  throw new AppError("unavailable", `Our key for ${service} cannot be sent. Ask who runs this installation.`);
}

/** The error that fetch throws for other characters would carry the secret itself. */
const isSendable = (secret: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(secret);
