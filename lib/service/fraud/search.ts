import "server-only";
import { createHmac } from "node:crypto";
import type * as contract from "@/lib/contracts/interfaces/fraud-search";
import { type CheckState, fraudCheckNames, NO_FAILURE } from "@/lib/contracts/terms/fraud";
import { appSecret } from "@/lib/env";
import { db } from "@/lib/stores/postgres/client";
import { findFraudAccount } from "@/lib/stores/postgres/fraud";
import { inTurn } from "../activation/turns";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";
import { type CheckedSession, checkOutside, checkSession, type Entrant } from "./check-session";
import { replyWriter } from "./encryption";
import { publicAddress } from "./public-address";
import { findingsOf, potentialOf } from "./scoring/verdict";
import { takeToken } from "./token";

type Browsers = Call<typeof contract.searchFromQuery> | Call<typeof contract.searchFromBody>;

const MAX_AGENT = 2000;

/** `GET` and `POST /api/v4/respondents/search/{publishable_key}`: address, agent and hints are the request's own. */
export async function searchFromBrowser(call: Browsers, asked: Call<typeof contract.searchFromQuery>["query"]) {
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
export async function searchFromServer(call: Call<typeof contract.searchFromServer>): Promise<Answer> {
  const { query } = call;
  const said = { address: query.rt_ip_address, agent: query.rt_user_agent ?? null, platform: null, sendsMobile: null };
  return search(call, await entrantOf(call, query, said), { encrypts: query.encrypt, isServer: true });
}

type Said = { address: string | undefined; agent: string | null; platform: string | null; sendsMobile: boolean | null };

async function entrantOf(
  { viewer }: Pick<Browsers, "viewer">,
  asked: Call<typeof contract.searchFromQuery>["query"],
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
  call: Browsers | Call<typeof contract.searchFromServer>,
  entrant: Entrant,
  how: How,
): Promise<Answer> {
  const begun = performance.now();
  const [outside, ofAccount] = await Promise.all([
    checkOutside(entrant),
    findFraudAccount(db(), entrant.account.number),
  ]);
  const write = replyWriter(ofAccount, how.encrypts);
  const searched = await inTurn(entrant.account.number, "preCheck", () =>
    db().transaction(async (transaction) => {
      if (how.isServer && call.origin === "service") await takeToken(transaction, call.headers, entrant.account.number);
      return checkSession(transaction, entrant, { outside, ofAccount });
    }),
  );
  const destination = ofAccount.platforms.find(({ id }) => id === searched.platformId)?.name ?? null;
  const exec = Math.round(performance.now() - begun);
  return { body: write(viewSearch(entrant, searched, { destination, exec, isServer: how.isServer })) };
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

type View = { destination: string | null; exec: number; isServer: boolean };

/** The reply of decision 32. What was found in words goes to servers alone: respondents read their browser's replies. */
function viewSearch(
  entrant: Entrant,
  searched: CheckedSession,
  { destination, exec, isServer }: View,
): contract.SearchReply {
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
