import "server-only";
import { createHmac } from "node:crypto";
import type * as fraud from "@/lib/contracts/interfaces/fraud";
import {
  type CheckState,
  type FailureReason,
  type FraudList,
  fraudCheckNames,
  fraudListNames,
  NO_FAILURE,
} from "@/lib/contracts/terms/fraud";
import { appSecret } from "@/lib/env";
import { recordAndMatch } from "@/lib/stores/postgres/activation-search";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { listFieldRespondents } from "@/lib/stores/postgres/field-respondents";
import { findFraudAccount, joinPersons, saveFraudSession, surroundingsOf } from "@/lib/stores/postgres/fraud";
import { surveysInGroup } from "@/lib/stores/postgres/projects";
import { inTurn } from "../activation/turns";
import { panelIdOf } from "../fielding/field-batch";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";
import { replyWriter } from "./encryption";
import { addressList } from "./lists";
import { networkWith } from "./networks";
import { publicAddress, subnetOf } from "./public-address";
import { type Browser, scoreAutomation, scoreCrawler, scoreDeveloperTools, scoreEmulator } from "./scoring/browser";
import { isPersonal, type Sharing, scoreDuplicate } from "./scoring/duplicate";
import { type Lists, scoreCountry, scoreLists } from "./scoring/place";
import { scoreRecent } from "./scoring/recent";
import { scoreSubnet } from "./scoring/subnet";
import { findingsOf, mergeResults, potentialOf, type Results, verdictOf } from "./scoring/verdict";
import { takeToken } from "./token";

/** A respondent who is searched for, by whichever operation. */
type Entrant = {
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

type Browsers = Call<typeof fraud.searchFromQuery> | Call<typeof fraud.searchFromBody>;

const MAX_AGENT = 2000;

/** `GET` and `POST /api/v4/respondents/search/{publishable_key}`: address, agent and hints are the request's own. */
export async function searchFromBrowser(call: Browsers, asked: Call<typeof fraud.searchFromQuery>["query"]) {
  const { headers, clientAddress } = call;
  const hint = headers.get("sec-ch-ua-mobile");
  const entrant = await entrantOf(call, asked, {
    address: clientAddress,
    agent: (headers.get("user-agent") ?? "").slice(0, MAX_AGENT),
    platform: headers.get("sec-ch-ua-platform")?.replace(/^"(.*)"$/, "$1") ?? null,
    sendsMobile: hint === "?1" || hint === "?0" ? hint === "?1" : null,
  });
  return search(call, entrant, { encrypts: asked.encrypt || call.query.encrypt, isServer: false });
}

/** `GET /api/v3/respondents/search/{private_key}`: a server says what it knows of the respondent. */
export async function searchFromServer(call: Call<typeof fraud.searchFromServer>): Promise<Answer> {
  const { query } = call;
  const said = { address: query.rt_ip_address, agent: query.rt_user_agent ?? null, platform: null, sendsMobile: null };
  return search(call, await entrantOf(call, query, said), { encrypts: query.encrypt, isServer: true });
}

type Said = { address: string | undefined; agent: string | null; platform: string | null; sendsMobile: boolean | null };

async function entrantOf(
  { viewer }: Pick<Browsers, "viewer">,
  asked: Call<typeof fraud.searchFromQuery>["query"],
  said: Said,
): Promise<Entrant> {
  return {
    account: await accountOf(viewer),
    surveyNumber: asked.sy_nr,
    sessionId: asked.sn_ud,
    panelId: asked.rt_sr_pd ?? null,
    cookie: asked.rt_ce_ud ?? null,
    hashedEmail: asked.rt_hd_el ?? null,
    address: publicAddress(said.address),
    browser: {
      agent: said.agent,
      platform: asked.pg_platform ?? said.platform,
      sendsMobile: said.sendsMobile,
      touchPoints: asked.pg_touch_points ?? null,
      isDriven: asked.pg_webdriver ?? null,
      hasDeveloperTools: asked.pg_developer_tools ?? null,
    },
    saidCountry: asked.rt_cy_ce ?? null,
    platformId: asked.pm_sr_id ?? null,
  };
}

type How = { encrypts: boolean | undefined; isServer: boolean };

async function search(
  call: Browsers | Call<typeof fraud.searchFromServer>,
  entrant: Entrant,
  how: How,
): Promise<Answer> {
  const begun = performance.now();
  const write = await replyWriter(entrant.account.number, how.encrypts);
  const [outside, { platforms }] = await Promise.all([
    checkOutside(entrant),
    findFraudAccount(db(), entrant.account.number),
  ]);
  const searched = await inTurn(entrant.account.number, "preCheck", () =>
    db().transaction(async (transaction) => {
      if (how.isServer && call.origin === "service") await takeToken(transaction, call.headers, entrant.account.number);
      return searchIn(transaction, entrant, outside);
    }),
  );
  const destination = platforms.find(({ id }) => id === searched.platformId)?.name ?? null;
  const exec = Math.round(performance.now() - begun);
  return { body: write(viewSearch(entrant, searched, { destination, exec, isServer: how.isServer })) };
}

/** What needs no other session. */
async function checkOutside({ address, hashedEmail, saidCountry, browser }: Entrant) {
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
async function searchIn(transaction: Connection, entrant: Entrant, outside: Outside) {
  const { account, surveyNumber, sessionId } = entrant;
  const fielded = await listFieldRespondents(transaction, {
    ...{ accountId: account.id, surveyNumber, sessionId, panelId: entrant.panelId },
  });
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
  const duplicate = scoreDuplicate(
    sharing.filter((session) => session.surveyNumber === surveyNumber),
    hasIdentifier || hasPair,
  );
  const group = scoreDuplicate(
    sharing.filter((session) => inGroup.has(session.surveyNumber)),
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
  const verdict = verdictOf(results);
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

type Searched = Awaited<ReturnType<typeof searchIn>>;

/** Sessions of fielding that the duplicate check did not record are known by their suppliers' ids alone. */
function withFielded(
  recorded: readonly Sharing[],
  fielded: Awaited<ReturnType<typeof listFieldRespondents>>,
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

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

type View = { destination: string | null; exec: number; isServer: boolean };

/** The reply of decision 32. What was found in words goes to servers alone: respondents read their browser's replies. */
function viewSearch(entrant: Entrant, searched: Searched, { destination, exec, isServer }: View): fraud.SearchReply {
  const { countryCode, results, threatScore, duplicateScore, failureReason, risk } = searched;
  const country = results.country?.state ?? "not checked";
  return {
    Respondent: {
      country_code: countryCode,
      country: countryCode && (countryNames.of(countryCode) ?? null),
      threat_potential: potentialOf(threatScore),
      threat_potential_score: threatScore,
      respondent_ud: respondentId(entrant.account.number, searched.person),
      respondent_risk: risk,
    },
    Surveys: [
      {
        survey_number: entrant.surveyNumber,
        sn_ud: entrant.sessionId,
        duplicate_potential: potentialOf(duplicateScore),
        duplicate_score: duplicateScore,
        duplicate_initial_ud: searched.initialSession,
        failure_reason: failureReason,
        flag: failureReason !== NO_FAILURE,
        country_mismatch: country === "not checked" ? null : country === "found",
        destination,
      },
    ],
    exec,
    Checks: Object.fromEntries(
      fraudCheckNames.map((check): [string, CheckState] => [check, results[check]?.state ?? "not checked"]),
    ),
    ...(isServer && { Evidence: findingsOf(results) }),
  };
}

/** What a person is called outside: says nothing of how many there are. */
const respondentId = (account: number, person: number): string =>
  createHmac("sha256", appSecret()).update(`respondent\0${account}\0${person}`).digest("hex").slice(0, 32);
