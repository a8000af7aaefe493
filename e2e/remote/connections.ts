import type { InterfaceName } from "@/lib/contracts/interface-list";
import type { Certified } from "@/lib/test-certificate";
import { CLIENT, SAML_ISSUER } from "@/lib/test-identities";
import { productionConnection } from "./production";

/**
 * Every remote connection of the API tests. One instance has them all, so that not each file of tests starts one of its
 * own; the services behind them are stand-ins that a file starts at the address reserved for it.
 */
export const STAND_INS = [
  "hostile",
  "jobs",
  "plain",
  "rich",
  "panel",
  "panelPivot",
  "duplicates",
  "duplicatesWide",
  "stage",
  "production",
  "endless",
  "ours",
  "remoteDemand",
  "remoteActivation",
  "remoteAnalysis",
  "remotePivot",
  "remoteQuality",
  "remoteFraud",
  "faultyDemand",
  "faultyActivation",
  "faultyAnalysis",
  "faultyPivot",
  "faultyQuality",
  "faultyFraud",
  "scoredDemand",
  "scoredActivation",
  "scoredAnalysis",
  "scoredPivot",
  "scoredQuality",
  "scoredFraud",
  "entryFraud",
  "identity",
  "saml",
] as const;
export type StandInName = (typeof STAND_INS)[number];

/** What the connections' services are sent as the key of `account-1`. */
export const ACCOUNT_KEY = "secret-key-of-account-1";
export const UNSENDABLE_KEY = "schlüssel-ключ";

/** An account of the front itself, whose entrants are checked by the instance of the run; a file of tests makes it. */
export const ENTRY_ACCOUNT = "0e7a7c51-51f1-4d0c-9f5b-2d1c3a5e7f00";
export const ENTRY_ADMIN = "entry@demo.test";
/** How long its respondents wait for their check. */
const ENTRY_TIMEOUT_MS = 1500;

/** People who are admins of the shared front, whichever connection they come from. */
export const FRONT_ADMINS = [
  "admin@remote.example",
  "admin@demo.test",
  "manager@demo.test",
  "other@demo.test",
  "someone@panel.test",
  ENTRY_ADMIN,
];

const staging = { environment: "staging", timeoutMs: 12_000 };

/** Connections to the instance of the run: one for each file of tests that has its services fail. */
export const REMOTE_STAND_INS = {
  remote: {
    demand: "remoteDemand",
    activation: "remoteActivation",
    analysis: "remoteAnalysis",
    pivot: "remotePivot",
    quality: "remoteQuality",
    fraud: "remoteFraud",
  },
  faulty: {
    demand: "faultyDemand",
    activation: "faultyActivation",
    analysis: "faultyAnalysis",
    pivot: "faultyPivot",
    quality: "faultyQuality",
    fraud: "faultyFraud",
  },
  scored: {
    demand: "scoredDemand",
    activation: "scoredActivation",
    analysis: "scoredAnalysis",
    pivot: "scoredPivot",
    quality: "scoredQuality",
    fraud: "scoredFraud",
  },
} as const satisfies Record<string, Record<InterfaceName, StandInName>>;
export type RemoteName = keyof typeof REMOTE_STAND_INS;

/** Who signs in there: the instance of the run keeps a rate for each person. */
export const REMOTE_PEOPLE: Record<RemoteName, string> = {
  ...{ remote: "admin@demo.test", faulty: "manager@demo.test", scored: "admin@demo.test" },
};

const remoteTitles: Record<RemoteName, string> = {
  remote: "Production",
  faulty: "Faulty panel",
  scored: "Scored panel",
};

/** Long enough for a save through a late service on a busy machine, short enough to wait for. */
const REMOTE_TIMEOUT_MS = 6000;

/** How people of the front sign in by identity providers, which a file of tests starts. */
export const frontProviders = (url: (name: StandInName) => string, { certificate }: Certified): object[] => [
  {
    ...{ kind: "openid", name: "company", title: "Company account", issuer: url("identity") },
    ...{ clientId: CLIENT.id, clientSecret: CLIENT.secret, domains: ["identity.example"] },
    groups: { roles: { bosses: "admin" }, accounts: { panel: "Demo Research" } },
  },
  {
    ...{ kind: "saml", name: "corporate", title: "Corporate sign-in", issuer: SAML_ISSUER },
    ...{ signInUrl: url("saml"), certificates: [certificate], domains: ["identity.example"] },
    groups: { accounts: { panel: "Demo Research" } },
  },
];

/** The connections, where each service is at `url(name)`; `demoAccount`: of the instance of the run. */
export function frontConnections(url: (name: StandInName) => string, demoAccount: string): object[] {
  const demandOf = (name: StandInName) => ({ url: url(name), requestsPerSecond: 1000 });
  const keys = { "account-1": ACCOUNT_KEY };
  const addresses = { url: url("production"), stageUrl: url("stage") };
  const duplicates = [
    { name: "stage", activation: { ...addresses, keys } },
    { name: "production", environment: "production", activation: { ...addresses, keys } },
    { name: "keyless", activation: addresses },
    { name: "unsendable", activation: { ...addresses, keys: { "account-1": UNSENDABLE_KEY } } },
    { name: "endless", activation: { stageUrl: url("endless"), keys } },
    { name: "ours", activation: { stageUrl: url("ours"), keys, extended: true } },
    { name: "wide", activation: { ...addresses, keys }, demand: demandOf("duplicatesWide") },
  ];
  const remotes = (Object.keys(REMOTE_STAND_INS) as RemoteName[]).map((name) => ({
    ...productionConnection(demoAccount, (of) => url(REMOTE_STAND_INS[name][of])),
    ...{ name, title: remoteTitles[name], timeoutMs: REMOTE_TIMEOUT_MS },
  }));
  const hostile = { ...staging, timeoutMs: 2500 };
  const demoKeys = { publishable_key: "demo-publishable", private_key: "demo-private" };
  const entryFraud = { url: url("entryFraud"), keys: { [ENTRY_ACCOUNT]: demoKeys }, entryTimeoutMs: ENTRY_TIMEOUT_MS };
  return [
    { name: "built-in", fraud: entryFraud },
    ...remotes,
    { ...hostile, name: "hostile", title: "Hostile panel", demand: { url: url("hostile"), requestsPerSecond: 100 } },
    { ...hostile, name: "down", title: "Panel that is down", demand: { url: "http://127.0.0.1:9" } },
    { ...staging, timeoutMs: 4000, name: "jobs", title: "Remote", demand: { url: url("jobs") } },
    { ...staging, name: "plain", title: "Plain panel", demand: { url: url("plain") } },
    {
      ...{ ...staging, name: "rich", title: "Rich panel" },
      demand: { url: url("rich"), shape: "grouped", searches: true, addsQuotas: true },
    },
    {
      ...{ ...staging, name: "panel", title: "The panel" },
      demand: demandOf("panel"),
      pivot: { url: url("panelPivot"), keys },
    },
    ...duplicates.map((connection) => ({
      ...{ ...staging, timeoutMs: 4000, title: `The ${connection.name} service`, demand: demandOf("duplicates") },
      ...connection,
    })),
  ];
}
