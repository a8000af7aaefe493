import "server-only";
import { type FailureReason, type FraudList, fraudListNames } from "@/lib/contracts/terms/fraud";
import { recordAndMatch } from "@/lib/stores/postgres/activation-search";
import type { Connection } from "@/lib/stores/postgres/client";
import {
  type FieldRespondent,
  fieldFraudThreshold,
  listFieldRespondents,
} from "@/lib/stores/postgres/field-respondents";
import { joinPersons, saveFraudSession, surroundingsOf } from "@/lib/stores/postgres/fraud";
import { surveysInGroup } from "@/lib/stores/postgres/projects";
import { panelIdOf } from "../fielding/panel-id";
import { addressList } from "./lists";
import { networkWith } from "./networks";
import { subnetOf } from "./public-address";
import { type Browser, scoreAutomation, scoreCrawler, scoreDeveloperTools, scoreEmulator } from "./scoring/browser";
import { isPersonal, type Sharing, scoreDuplicate } from "./scoring/duplicate";
import { type Lists, scoreCountry, scoreLists } from "./scoring/place";
import { scoreRecent } from "./scoring/recent";
import { scoreSubnet } from "./scoring/subnet";
import { mergeResults, type Results, verdictOf } from "./scoring/verdict";

/** A respondent whose session is checked, by whichever operation or at entry. */
export type Entrant = {
  account: { id: string; number: number };
  surveyNumber: string;
  sessionId: string;
  panelId: string | null;
  cookie: string | null;
  hashedEmail: string | null;
  /** Null: unknown, or one that many share. */
  address: string | null;
  browser: Browser;
  saidCountry: string | null;
  platformId: string | null;
};

/** From which score the account's respondents fail, unless a survey says otherwise. */
type OfAccount = { threshold: number };

/** What needs no other session. */
export async function checkOutside({ address, hashedEmail, saidCountry, browser }: Entrant) {
  const [countries, ...all] = await Promise.all([addressList("countries"), ...fraudListNames.map(addressList)]);
  // Safe: the lists are in the order of their names.
  const lists = Object.fromEntries(fraudListNames.map((name, at) => [name, all[at] ?? null])) as Record<
    FraudList,
    Lists[FraudList]
  >;
  const country = (countries && address && networkWith(countries.networks, address)?.label) || null;
  const results: Results = {
    crawler: scoreCrawler(browser),
    automation: scoreAutomation(browser),
    developer_tools: scoreDeveloperTools(browser),
    emulator: scoreEmulator(browser),
    country: scoreCountry(country, saidCountry),
    ...scoreLists(lists, { address, hashedEmail }),
  };
  return { country, results };
}

type Outside = Awaited<ReturnType<typeof checkOutside>>;

/** Records the session, matches it, and keeps the verdict on it: of all searches of it together. */
export async function checkSession(
  transaction: Connection,
  entrant: Entrant,
  { outside, ofAccount }: { outside: Outside; ofAccount: OfAccount },
) {
  const { account, surveyNumber, sessionId } = entrant;
  const [fielded, thresholdOfSurvey] = await Promise.all([
    listFieldRespondents(transaction, { accountId: account.id, surveyNumber, sessionId, panelId: entrant.panelId }),
    fieldFraudThreshold(transaction, account.id, surveyNumber),
  ]);
  const self = fielded.find(({ isOwn }) => isOwn);
  const panelId = entrant.panelId ?? (self ? panelIdOf(self.supplier, self.respondent) : null);
  const {
    record,
    survey,
    sharing: recorded,
  } = await recordAndMatch(transaction, {
    ...{ account: account.number, surveyNumber, sessionId, panelId, address: entrant.address },
    ...{ cookie: entrant.cookie, hashedEmail: entrant.hashedEmail, agent: entrant.browser.agent || null },
  });
  const sharing = withFielded(recorded, fielded, surveyNumber);
  const subnet = entrant.address && subnetOf(entrant.address);
  const persons = sharing.flatMap(({ record, shared }) => (record !== null && shared.some(isPersonal) ? [record] : []));
  const [{ own, of_subnet, verdicts }, person, inGroup] = await Promise.all([
    surroundingsOf(transaction, {
      ...{ account: account.number, record, survey, subnet },
      sharing: sharing.flatMap((session) => session.record ?? []),
    }),
    joinPersons(transaction, account.number, [record, ...persons]),
    surveysInGroup(transaction, {
      ...{ accountId: account.id, surveyId: surveyNumber },
      others: [...new Set(sharing.map((session) => session.surveyNumber))].filter((other) => other !== surveyNumber),
    }),
  ]);
  const hasIdentifier = [panelId, entrant.cookie, entrant.hashedEmail].some((identifier) => identifier !== null);
  const hasPair = entrant.address !== null && Boolean(entrant.browser.agent);
  // Whoever came first stays no duplicate, however often they are searched for.
  const earlier = sharing.filter((session) =>
    session.record === null ? isBefore(session, self) : session.record < record,
  );
  const duplicate = scoreDuplicate(
    earlier.filter((session) => session.surveyNumber === surveyNumber),
    hasIdentifier || hasPair,
  );
  const group = scoreDuplicate(
    earlier.filter((session) => inGroup.has(session.surveyNumber)),
    hasIdentifier || hasPair,
  );
  const reasons = new Map(verdicts.map(({ record, reason }): [number, FailureReason] => [record, reason]));
  const results = mergeResults(own?.results ?? {}, {
    ...outside.results,
    duplicate: duplicate.result,
    survey_group: group.result,
    recent: scoreRecent(sharing, reasons, { now: Date.now(), hasIdentifier }),
    subnet: scoreSubnet(subnet === null ? null : of_subnet),
  });
  const verdict = verdictOf(results, thresholdOfSurvey ?? ofAccount.threshold);
  const kept = {
    subnet: subnet ?? own?.subnet ?? null,
    countryCode: outside.country ?? own?.country_code ?? null,
    saidCountryCode: entrant.saidCountry ?? own?.said_country_code ?? null,
    platformId: entrant.platformId ?? own?.platform_id ?? null,
    initialSession: own?.initial_session ?? duplicate.initialSession ?? group.initialSession,
    results,
    ...{ duplicateScore: verdict.duplicateScore, threatScore: verdict.threatScore },
    failureReason: verdict.failureReason,
  };
  await saveFraudSession(transaction, { record, account: account.number, survey, ...kept });
  return { ...kept, risk: verdict.risk, person };
}

export type CheckedSession = Awaited<ReturnType<typeof checkSession>>;

/** Of sessions that fielding alone knows: those begun before this one, or all where it is none of fielding's. */
const isBefore = ({ recordedAt }: Sharing, self: FieldRespondent | undefined): boolean =>
  self === undefined || recordedAt < self.at;

/** Sessions of fielding that the duplicate check did not record are known by their suppliers' ids alone. */
function withFielded(
  recorded: readonly Sharing[],
  fielded: readonly FieldRespondent[],
  surveyNumber: string,
): Sharing[] {
  const known = new Set(
    recorded.filter((each) => each.surveyNumber === surveyNumber).map(({ sessionId }) => sessionId),
  );
  const added = fielded
    .filter(({ isOwn, sessionId }) => !isOwn && !known.has(sessionId))
    .map(
      ({ sessionId, at }): Sharing => ({ record: null, surveyNumber, sessionId, recordedAt: at, shared: ["Panel_Id"] }),
    );
  return [...recorded, ...added].sort((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());
}
