import { type InterfaceName, interfaceNames } from "@/lib/contracts/interface-list";
import { DEMO_PASSWORD } from "../sign-in";
import { type Behaviour, type ServiceProxy, startProxy } from "./proxy";

/** The interfaces of a connection, each behind a proxy of its own so that one can fail while the others answer. */
export type Production = {
  proxies: Record<InterfaceName, ServiceProxy>;
  /** Makes these interfaces behave so, all of them unless some are named; `{}`: well. */
  behave: (behaviour: Behaviour, of?: readonly InterfaceName[]) => Promise<void>;
  close: () => Promise<void>;
};

/** Puts proxies before all interfaces of the installation at `url`. `portOf`: where each of them listens. */
export async function startProduction(url: string, portOf: (name: InterfaceName) => number): Promise<Production> {
  const started = interfaceNames.map(
    async (name) => [name, await startProxy(portOf(name), `${url}/service/${name}`)] as const,
  );
  // Safe: it has an entry for every name.
  const proxies = Object.fromEntries(await Promise.all(started)) as Record<InterfaceName, ServiceProxy>;
  return {
    proxies,
    behave: async (behaviour, of = interfaceNames) => {
      await Promise.all(of.map((name) => proxies[name].behave(behaviour)));
    },
    close: async () => {
      await Promise.all(interfaceNames.map((name) => proxies[name].close()));
    },
  };
}

/** The id of the demo's account at an installation: what keys are given to a connection by. */
export async function demoAccountAt(url: string): Promise<string> {
  const service = `${url}/service/demand`;
  const signIn = { email: "admin@demo.test", password: DEMO_PASSWORD };
  const headers = { "content-type": "application/json" };
  const { token } = await readReply<{ token: string }>(`${service}/tokens`, {
    ...{ method: "POST", headers, body: JSON.stringify(signIn) },
  });
  const { accounts } = await readReply<{ accounts: { id: string }[] }>(`${service}/accounts`, {
    headers: { authorization: token },
  });
  const [account] = accounts;
  if (!account) throw new Error(`The installation at ${url} has no demo account.`);
  return account.id;
}

async function readReply<T>(address: string, init: RequestInit): Promise<T> {
  const reply = await fetch(address, init);
  if (!reply.ok) throw new Error(`${address} was answered with ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

/** The settings of a connection to an installation of this product that has the demo's data. */
export const productionConnection = (accountId: string, url: (name: InterfaceName) => string) =>
  ({
    ...{ name: "remote", title: "Production", environment: "production" },
    demand: { url: url("demand") },
    activation: { url: url("activation"), keys: { [accountId]: "demo-activation-key" }, extended: true },
    analysis: { url: url("analysis"), keys: { [accountId]: "demo-analysis-key" } },
    pivot: { url: url("pivot"), keys: { [accountId]: "demo-pivot-key" } },
    quality: { url: url("quality"), keys: { [accountId]: "demo-quality-key" }, extended: true },
    fraud: {
      url: url("fraud"),
      keys: { [accountId]: { publishable_key: "demo-publishable", private_key: "demo-private" } },
      extended: true,
    },
  }) satisfies Record<InterfaceName, object>;
