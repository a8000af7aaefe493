import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { activate } from "@/lib/contracts/activation";
import { getTrend } from "@/lib/contracts/analysis";
import { demandOperations } from "@/lib/contracts/demand";
import type { Rate } from "@/lib/contracts/operation";
import { may } from "@/lib/contracts/permissions";
import { fetchSpecs } from "@/lib/contracts/pivot";
import type { ConnectionState, InterfaceView } from "@/lib/contracts/settings";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import type { KeyedSettings } from "@/lib/gateway/connections";
import { ownAccounts } from "@/lib/gateway/own-account";
import { activationHealth, answersHealth, demandHealth } from "./health";
import {
  absentInterfaces,
  activationAbilities,
  analysisAbilities,
  demandAbilities,
  demandRate,
  keyCredentials,
  keyedRate,
  pivotAbilities,
} from "./interfaces";

/** The viewer's connection as it is now. Hosts are told to admins alone; passwords, tokens and keys to nobody. */
export async function getConnection(context: SignedInContext<SessionViewer>): Promise<ConnectionState> {
  const { title, environment, demand } = connectionOf(context.viewer);
  const isRemote = demand.url !== null;
  const seesHost = may(context.viewer.role, "users:manage");
  return {
    title,
    environment,
    interfaces: [
      {
        name: "demand",
        title: "Survey demand",
        purpose: "Projects, surveys, quotas and responses",
        kind: isRemote ? "remote" : "built-in",
        host: demand.url !== null && seesHost ? new URL(demand.url).host : null,
        health: await demandHealth(context),
        abilities: demandAbilities(demand),
        credentials:
          "Needs no key: each person's own token, got by signing in, is present and sealed. It is shown nowhere.",
        rate: demandRate(
          demand,
          demandOperations.map(({ rate }) => rate),
        ),
      },
      await activationView(context),
      await answersView(context, trends),
      await answersView(context, pivot),
      ...absentInterfaces(),
    ],
  };
}

async function activationView(context: SignedInContext<SessionViewer>): Promise<InterfaceView> {
  const { activation } = connectionOf(context.viewer);
  const { url } = activation;
  const { role } = context.viewer;
  // Keys are kept by account. Which ones there are the demand service says; its own state tells when it does not.
  const accounts = url === null ? [] : await ownAccounts(context).catch(() => context.viewer.accounts);
  return {
    name: "activation",
    title: "Activation",
    purpose: "Duplicate check: what it looks at for which surveys",
    kind: url === null ? "built-in" : "remote",
    host: url !== null && may(role, "users:manage") ? new URL(url).host : null,
    health: may(role, "duplicates:read") ? await activationHealth(context) : null,
    abilities: activationAbilities(activation),
    credentials: keyCredentials(activation, accounts, "nothing can be switched there"),
    rate: keyedRate(activation, activate.rate),
  };
}

type OfAnswers = {
  name: "analysis" | "pivot";
  title: string;
  purpose: string;
  abilities: (settings: KeyedSettings) => InterfaceView["abilities"];
  /** What is lost for an account that has no key. */
  without: string;
  rate: Rate;
};

const trends: OfAnswers = {
  name: "analysis",
  title: "Analysis",
  purpose: "Trends of answers over time",
  abilities: analysisAbilities,
  without: "no trend can be read there",
  rate: getTrend.rate,
};

const pivot: OfAnswers = {
  name: "pivot",
  title: "Pivot",
  purpose: "Cross tables of answers",
  abilities: pivotAbilities,
  without: "no table can be made there",
  rate: fetchSpecs.rate,
};

async function answersView(context: SignedInContext<SessionViewer>, of: OfAnswers): Promise<InterfaceView> {
  const settings = connectionOf(context.viewer)[of.name];
  const { url } = settings;
  const accounts = url === null ? [] : await ownAccounts(context).catch(() => context.viewer.accounts);
  return {
    name: of.name,
    title: of.title,
    purpose: of.purpose,
    kind: url === null ? "built-in" : "remote",
    host: url !== null && may(context.viewer.role, "users:manage") ? new URL(url).host : null,
    health: await answersHealth(context, of.name),
    abilities: of.abilities(settings),
    credentials: keyCredentials(settings, accounts, of.without),
    rate: keyedRate(settings, of.rate),
  };
}
