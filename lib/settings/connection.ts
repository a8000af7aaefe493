import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { type InterfaceName, interfaceNames, interfaces, type KeyedService } from "@/lib/contracts/interface-list";
import { activate } from "@/lib/contracts/interfaces/activation";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import { demandOperations } from "@/lib/contracts/interfaces/demand";
import { searchFromServer } from "@/lib/contracts/interfaces/fraud-search";
import { fetchSpecs } from "@/lib/contracts/interfaces/pivot";
import { versionOperations } from "@/lib/contracts/interfaces/quality";
import type { Rate } from "@/lib/contracts/operation";
import type { ConnectionState, InterfaceView } from "@/lib/contracts/ours/settings";
import { may } from "@/lib/contracts/rules/permissions";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import type { Connection } from "@/lib/gateway/connections";
import { ownAccounts } from "@/lib/gateway/own-account";
import { activationHealth, answersHealth, demandHealth, fraudHealth, qualityHealth } from "./health";
import {
  activationAbilities,
  analysisAbilities,
  demandAbilities,
  demandRate,
  fraudAbilities,
  keyCredentials,
  keyedRate,
  pivotAbilities,
  qualityAbilities,
} from "./interfaces";

type Context = SignedInContext<SessionViewer>;

/** The viewer's connection as it is now. Hosts are told to admins alone; passwords, tokens and keys to nobody. */
export async function getConnection(context: Context): Promise<ConnectionState> {
  const connection = connectionOf(context.viewer);
  const { title, environment } = connection;
  const present = await Promise.all(interfaceNames.map((name) => interfaceView(context, connection, name)));
  return { title, environment, interfaces: present };
}

/** What only the interface itself can say of its state. */
type Said = Pick<InterfaceView, "health" | "abilities" | "credentials" | "rate">;

async function interfaceView(context: Context, connection: Connection, name: InterfaceName): Promise<InterfaceView> {
  const { title, purpose } = interfaces[name];
  const { url } = connection[name];
  return {
    name,
    title,
    purpose,
    kind: url === null ? "built-in" : "remote",
    host: url !== null && may(context.viewer.role, "users:manage") ? new URL(url).host : null,
    ...(await said[name](context, connection)),
  };
}

const said: Record<InterfaceName, (context: Context, connection: Connection) => Promise<Said>> = {
  demand: async (context, { demand }) => ({
    health: await demandHealth(context),
    abilities: demandAbilities(demand),
    credentials:
      "Needs no key: each person's own token, got by signing in, is present and sealed. It is shown nowhere.",
    rate: demandRate(
      demand,
      demandOperations.map(({ rate }) => rate),
    ),
  }),
  activation: async (context, connection) => ({
    health: may(context.viewer.role, "duplicates:read") ? await activationHealth(context) : null,
    abilities: activationAbilities(connection.activation),
    ...(await ofKeys(context, connection, { name: "activation", rate: activate.rate, without: NO_SWITCH })),
  }),
  analysis: async (context, connection) => ({
    health: await answersHealth(context, "analysis"),
    abilities: analysisAbilities(connection.analysis),
    ...(await ofKeys(context, connection, { name: "analysis", rate: getTrend.rate, without: NO_TREND })),
  }),
  pivot: async (context, connection) => ({
    health: await answersHealth(context, "pivot"),
    abilities: pivotAbilities(connection.pivot),
    ...(await ofKeys(context, connection, { name: "pivot", rate: fetchSpecs.rate, without: NO_TABLE })),
  }),
  quality: async (context, connection) => ({
    health: await qualityHealth(context),
    abilities: qualityAbilities(connection.quality),
    ...(await ofKeys(context, connection, { name: "quality", rate: scoresRate, without: NO_SCORE })),
  }),
  fraud: async (context, connection) => ({
    health: await fraudHealth(context),
    abilities: fraudAbilities(connection.fraud),
    ...(await ofKeys(context, connection, { name: "fraud", rate: searchFromServer.rate, without: NO_CHECK })),
  }),
};

/** What is lost for an account that has no key. */
const NO_SWITCH = "nothing can be switched there";
const NO_TREND = "no trend can be read there";
const NO_TABLE = "no table can be made there";
const NO_CHECK = "no respondent can be checked there";
const NO_SCORE = "no respondent's score can be read there";

const scoresRate = versionOperations.v3.getRespondent.rate;

type OfKeys = { name: Extract<KeyedService, InterfaceName>; rate: Rate; without: string };

async function ofKeys(
  context: Context,
  connection: Connection,
  { name, rate, without }: OfKeys,
): Promise<Pick<Said, "credentials" | "rate">> {
  const settings = connection[name];
  // Keys are kept by account. Which ones there are the demand service says; its own state tells when it does not.
  const accounts = settings.url === null ? [] : await ownAccounts(context).catch(() => context.viewer.accounts);
  return { credentials: keyCredentials(settings, accounts, without), rate: keyedRate(settings, rate) };
}
