import type { ReadTextScores, ReadVerdict } from "@/lib/contracts/interfaces/fraud-replies";
import type { CheckSettings, DryRun } from "@/lib/contracts/ours/checks";
import { UNANSWERED_DAYS, type WhenUnanswered } from "@/lib/contracts/terms/checks";
import {
  type CheckState,
  type FailureReason,
  type FraudCheck,
  failureNames,
  NO_FAILURE,
} from "@/lib/contracts/terms/fraud";

/** Why a respondent fails, to a colleague. */
const reasonSentences: Record<FailureReason, string> = {
  "01": "Nothing that was checked makes this respondent fail.",
  "02": "They were in this survey before, under another session.",
  "03": "Their browser says that it is one device and behaves like another: it looks like an emulator.",
  "04": "They came through a VPN or a data centre, which hides where they are.",
  "05": "They came through the Tor network, which hides where they are.",
  "06": "They came through a public proxy, which hides where they are.",
  "07": "They came through a web proxy, which hides where they are.",
  "08": "A program that reads web pages came, not a person.",
  "09": "Their address or e-mail is on a list of people who cheated on the internet before.",
  "10": "Their address or e-mail is on a list of people who cheated shops before.",
  "11": "Many respondents of this survey came from the same part of a network within an hour.",
  "12": "They were in many surveys within a short time, or failed in others.",
  "13": "They were in another survey of the same group before.",
  "14": "Their browser is steered by a program.",
  "15": "The developer tools of their browser were open.",
};

/** What is checked, as a person says it. */
const checkNames: Record<FraudCheck, string> = {
  duplicate: "In this survey before",
  survey_group: "In a survey of the group before",
  recent: "Recent activity",
  subnet: "Many from one part of a network",
  crawler: "Crawler",
  automation: "Automated browser",
  developer_tools: "Developer tools",
  emulator: "Emulator",
  country: "Country",
  vpn: "VPN list",
  tor: "Tor list",
  public_proxy: "Public proxy list",
  web_proxy: "Web proxy list",
  internet_fraud: "Internet fraud list",
  retail_fraud: "Retail fraud list",
  hosting: "Data centre list",
};

export const stateNames: Record<CheckState, string> = {
  found: "Found",
  "nothing found": "Nothing found",
  "not checked": "Not checked",
};

/** What a check needs that it did not have. */
const whyNotChecked: Record<FraudCheck, string> = {
  duplicate: "No cookie, e-mail, panel id, or address with browser was given.",
  survey_group: "No cookie, e-mail, panel id, or address with browser was given.",
  recent: "No cookie, e-mail or panel id was given.",
  subnet: "No public address was given.",
  crawler: "No browser was given.",
  automation: "The page did not say whether a program steers the browser.",
  developer_tools: "The page did not say whether developer tools are open.",
  emulator: "The page did not say enough of the device.",
  country: "There is no list of countries, or no address or country was given.",
  vpn: "There is no such list, or no public address was given.",
  tor: "There is no such list, or no public address was given.",
  public_proxy: "There is no such list, or no public address was given.",
  web_proxy: "There is no such list, or no public address was given.",
  internet_fraud: "There is no such list, or neither address nor e-mail was given.",
  retail_fraud: "There is no such list, or neither address nor e-mail was given.",
  hosting: "There is no such list, or no public address was given.",
};

/** A failure within a sentence, where names keep their capitals. */
const inSentence = (reason: FailureReason): string => {
  const name = failureNames[reason];
  return name === "VPN" || name === "Tor" ? name : name.toLowerCase();
};

/** The verdict in one line. "Passes" is all that can be said: what was not checked may be wrong all the same. */
export function verdictText({ fails, failure_reason: reason }: ReadVerdict): string {
  if (!fails) return "Passes";
  return reason && reason !== NO_FAILURE ? `Fails: ${inSentence(reason)}` : "Fails, without a known reason";
}

/** Why, in a sentence. */
export function reasonText({ fails, failure_reason: reason }: ReadVerdict): string {
  if (fails && (reason === null || reason === NO_FAILURE))
    return "The service gives no reason that this product knows.";
  return reasonSentences[fails && reason ? reason : NO_FAILURE];
}

export type CheckLine = { check: FraudCheck; name: string; state: CheckState; says: string | null };

const order: readonly CheckState[] = ["found", "not checked", "nothing found"];

/** Every check with how it went: what was found first, and why what was not checked was not. */
export function checkLines({ checks, findings }: ReadVerdict): CheckLine[] {
  const lines = (Object.entries(checks ?? {}) as [FraudCheck, CheckState][]).map(([check, state]) => ({
    ...{ check, name: checkNames[check], state },
    says:
      state === "not checked"
        ? whyNotChecked[check]
        : ((findings ?? []).find((finding) => finding.check === check)?.evidence ?? null),
  }));
  return lines.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
}

/** "9 checks found nothing, 5 were not made." Null: the service does not say. */
export function coverageText({ checks }: ReadVerdict): string | null {
  if (checks === null) return "The service does not say which checks it made.";
  const count = (state: CheckState) => Object.values(checks).filter((each) => each === state).length;
  const [none, open] = [count("nothing found"), count("not checked")];
  const found = `${none} ${none === 1 ? "check" : "checks"} found nothing`;
  return open === 0 ? `${found}.` : `${found}, ${open} could not be made: that says nothing for the respondent.`;
}

export const scoreNames: Record<Exclude<keyof ReadTextScores, "language">, string> = {
  composite: "All signs together",
  similarity: "Like an earlier answer",
  profanity: "Swear words",
  garbage: "Meaningless words",
  pasted: "Pasted",
  engagement: "Engagement (high is good)",
  page_seconds: "Seconds on the page",
  typed_seconds: "Seconds of typing",
};

export const unansweredNames: Record<WhenUnanswered, string> = {
  "let in": "Let respondents in",
  "turn away": "Turn respondents away",
};

/** What an account's decision means for a respondent who was not answered for. */
export const unansweredText: Record<WhenUnanswered, string> = {
  "let in": "Your account decided that respondents are let in meanwhile.",
  "turn away": "Your account decided that respondents are turned away meanwhile.",
};

/** What became of a respondent whose check at entry was not answered. */
export const enteredText: Record<WhenUnanswered, string> = {
  "let in": "The respondent was let in without it.",
  "turn away": "The respondent was turned away.",
};

/** "9 respondents of the last 30 days entered without an answer, and 3 were turned away." Null: our own checks answer. */
export function unansweredEntriesText(
  { unanswered_at_entry: entries }: Pick<CheckSettings, "unanswered_at_entry">,
  count: (value: number) => string,
): string | null {
  if (entries === null) return null;
  if (entries.let_in + entries.turned_away === 0) {
    return `Every check at entry of the last ${UNANSWERED_DAYS} days was answered in time.`;
  }
  const without = `${entries.let_in === 1 ? "respondent" : "respondents"} entered without an answer`;
  const away = entries.turned_away === 1 ? "was turned away" : "were turned away";
  return `In the last ${UNANSWERED_DAYS} days ${count(entries.let_in)} ${without}, and ${count(entries.turned_away)} ${away}.`;
}

/** Members of a request, as the form labels them: messages of the server name them so. */
export const fieldLabels: Record<string, string> = {
  sy_nr: "Survey",
  sn_ud: "Session",
  rt_sr_pd: "Panel id",
  rt_cy_ce: "Country",
  rt_hd_el: "Hashed e-mail",
  rt_ip_address: "IP address",
  rt_user_agent: "Browser",
  rt_ce_ud: "Cookie",
  q_id: "Question id",
  text: "Answer",
};

/** A server's sentence about a member, in the words of the form. */
export const inFormWords = (sentence: string): string =>
  Object.entries(fieldLabels).reduce((said, [name, label]) => said.replace(new RegExp(`^${name}\\b`), label), sentence);

type CheckSettingsList = NonNullable<CheckSettings["extended"]>["lists"][number]["name"];

/** Lists of addresses, as a person says them. */
export const listNames: Record<CheckSettingsList, string> = {
  vpn: checkNames.vpn,
  tor: checkNames.tor,
  public_proxy: checkNames.public_proxy,
  web_proxy: checkNames.web_proxy,
  internet_fraud: checkNames.internet_fraud,
  retail_fraud: checkNames.retail_fraud,
  hosting: checkNames.hosting,
  countries: "Countries of addresses",
};

/** "12 of 1,040 completes of the last 30 days would have been stopped: duplicate in the survey 9, crawler 3." */
export function dryRunText(
  { completes, checked, stopped, reasons, more }: DryRun,
  count: (value: number) => string,
): string {
  if (completes === 0) return "There were no completes in the last 30 days to try it on.";
  const of = `${count(stopped)} of ${count(completes)} completes of the last 30 days`;
  const why = reasons
    .map(({ failure_reason, completes: each }) => `${inSentence(failure_reason)} ${count(each)}`)
    .join(", ");
  const said = `${of} would have been stopped${why === "" ? "" : `: ${why}`}.`;
  const known = checked < completes ? ` Only ${count(checked)} of them were checked.` : "";
  return `${said}${known}${more ? " There were more completes than were looked at." : ""}`;
}
