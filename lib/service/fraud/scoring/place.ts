import { type CheckResult, type FraudList, fraudListNames } from "@/lib/contracts/terms/fraud";
import { type Network, networkWith } from "../networks";
import { found, notChecked, nothingFound } from "./checked";

type Addresses = { networks: readonly Network<string>[]; emailHashes: ReadonlySet<string> };
export type Lists = Readonly<Record<FraudList, Addresses | null>>;

const listed: Record<FraudList, { score: number; evidence: string }> = {
  vpn: { score: 70, evidence: "The address is on the list of VPNs" },
  tor: { score: 90, evidence: "The address is on the list of Tor exits" },
  public_proxy: { score: 80, evidence: "The address is on the list of public proxies" },
  web_proxy: { score: 80, evidence: "The address is on the list of web proxies" },
  internet_fraud: { score: 90, evidence: "The address or e-mail is on the list of internet fraudsters" },
  retail_fraud: { score: 80, evidence: "The address or e-mail is on the list of retail fraudsters" },
  hosting: { score: 50, evidence: "The address is on the list of data centres" },
};

/**
 * Addresses, and e-mails of fraudsters, on lists that the installation was given.
 *
 * Source: the files of FRAUD_LISTS. Limits: as good and as recent as they are; without a file nothing is checked. A data
 * centre alone does not fail: offices and privacy services of browsers are there too.
 */
export function scoreLists(
  lists: Lists,
  { address, hashedEmail }: { address: string | null; hashedEmail: string | null },
): Record<FraudList, CheckResult> {
  const resultOf = (name: FraudList): CheckResult => {
    const list = lists[name];
    const takesEmails = name === "internet_fraud" || name === "retail_fraud";
    if (!list || (address === null && !(takesEmails && hashedEmail !== null))) return notChecked;
    const isListed =
      (address !== null && networkWith(list.networks, address) !== null) ||
      (hashedEmail !== null && list.emailHashes.has(hashedEmail));
    return isListed ? found(listed[name].score, listed[name].evidence) : nothingFound;
  };
  // Safe: every list has its result.
  return Object.fromEntries(fraudListNames.map((name) => [name, resultOf(name)])) as Record<FraudList, CheckResult>;
}

/**
 * An address of another country than the respondent says to be in.
 *
 * Source: the file of countries in FRAUD_LISTS. Limits: travellers and roaming phones are elsewhere for a time, so that
 * it fails only beside another sign.
 */
export function scoreCountry(of: string | null, said: string | null): CheckResult {
  if (of === null || said === null) return notChecked;
  return of === said ? nothingFound : found(40, `The address is in ${of}, where ${said} is said`);
}
