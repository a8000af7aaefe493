import * as z from "zod";
import type { Certified } from "@/lib/test-certificate";
import { retryUntilPassing } from "../expect";
import type { OwnSession } from "../http-session";
import { signInApi } from "../sign-in";
import { REMOTE_PEOPLE, REMOTE_STAND_INS, type RemoteName, type StandInName } from "./connections";
import { type Production, startProduction } from "./production";

const frontSchema = z.object({ url: z.string(), dataDir: z.string() });
export type Front = z.output<typeof frontSchema> & {
  /** Everything it has printed. */
  logs: () => Promise<string>;
};

/** The instance that has the connections of `connections.ts`; the first file of tests that asks waits for its start. */
export async function sharedFront(): Promise<Front> {
  const dispenser = process.env.FRONT_DISPENSER ?? "";
  const reply = await fetch(dispenser);
  if (!reply.ok) throw new Error(`The shared front did not start. ${await reply.text()}`);
  const logs = async () => z.string().parse(await (await fetch(`${dispenser}/logs`)).json());
  return { ...frontSchema.parse(await reply.json()), logs };
}

const portsSchema = z.record(z.string(), z.number());

/** Where a stand-in has to listen to be what its connection reaches. */
export function standInPort(name: StandInName): number {
  const port = portsSchema.parse(JSON.parse(process.env.STAND_IN_PORTS ?? "{}"))[name];
  if (port === undefined) throw new Error(`No port is reserved for ${name}.`);
  return port;
}

/** By what the front's SAML provider signs. */
export const samlSigner = (): Certified => JSON.parse(process.env.SAML_SIGNER ?? "null") as Certified;

/** What a connection to the instance of the run reaches: all of its interfaces, each behind its proxy. */
export const startRemote = (name: RemoteName): Promise<Production> =>
  startProduction(process.env.BASE_URL ?? "", (of) => standInPort(REMOTE_STAND_INS[name][of]));

export const remotePerson = (name: RemoteName) => ({ email: REMOTE_PEOPLE[name], connection: name });

/** Signs in there as soon as it is known to be well: before its proxies listened it may have been asked in vain. */
export async function signInRemote({ url }: Front, name: RemoteName): Promise<OwnSession> {
  let session: OwnSession | undefined;
  await retryUntilPassing(async () => {
    session = await signInApi(url, remotePerson(name));
  });
  if (!session) throw new Error("Nobody could sign in.");
  return session;
}
