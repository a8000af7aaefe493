import { type SQL, sql } from "drizzle-orm";
import type { matchedOn } from "@/lib/contracts/interfaces/activation";
import type { Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import { accountLock } from "./activation-accounts";
import { isAgent, surveysNamed, texts } from "./activation-selectors";
import type { Connection } from "./client";
import { executePrepared, worded } from "./prepared";

type MatchedOn = (typeof matchedOn)[number];

export type Entrant = {
  account: number;
  sessionId: string;
  /** Where to look and to record him; empty: everywhere, and without a survey. */
  surveyNumbers: string[];
  identifiers: Omit<Selectors, "Survey_Number" | "Session_Id">;
};

type Match = { surveyNumber: string; sessionId: string; matchedOn: MatchedOn[] };

/** So many of the newest matches are told: enough to see that he was there, however many share an address. */
const MOST_MATCHES = 500;

/**
 * What an entrant's identifiers are shared with among records that are active for pre-checks, and then his own
 * record. Calls that share an identifier wait for one another, so that the later one sees the earlier's record.
 */
export async function checkEntrant(transaction: Connection, entrant: Entrant): Promise<Match[]> {
  // Sent at once, carried out in this order: what asks sees what is there when every lock is held.
  const [, asked] = await Promise.all([
    lockEntrants(transaction, entrant.account, [entrant.identifiers]),
    matchAndRecord(transaction, entrant),
  ]);
  if (asked.surveys === surveysToRecord(entrant).length) return asked.matches;
  await addSurveys(transaction, entrant);
  return (await matchAndRecord(transaction, entrant)).matches;
}

const lockAll = worded(sql`
  select ${accountLock(sql.placeholder("account"), "beside")}::text union all
  select pg_advisory_xact_lock(lock)::text from (
    select distinct hashtextextended(key, 0) as lock from unnest(${sql.placeholder("keys")}::text[]) as key
    order by 1) as locks`);

/** Locks an account beside others, then each identifier of these entrants. */
export const lockEntrants = (
  transaction: Connection,
  account: number,
  entrants: readonly Entrant["identifiers"][],
): Promise<void> => lockValues(transaction, account, entrants.flatMap(lockedValues));

/** What sessions that share an identifier of theirs wait for, each by a letter of its kind. */
export const lockedValues = ({
  Cookie,
  Panel_Id,
  Hashed_Email,
  IP_Address,
  User_Agent,
}: Entrant["identifiers"]): string[][] =>
  [
    Cookie !== undefined && ["c", Cookie],
    Panel_Id !== undefined && ["p", Panel_Id],
    Hashed_Email !== undefined && ["e", Hashed_Email],
    IP_Address !== undefined && User_Agent !== undefined && ["a", IP_Address, User_Agent],
  ].filter((value) => value !== false);

/** Locks an account beside others, then these values, in one order by everybody, so that nobody waits in a circle. */
export async function lockValues(transaction: Connection, account: number, values: readonly string[][]): Promise<void> {
  const keys = values.map((value) => JSON.stringify([account, ...value]));
  await executePrepared(transaction, lockAll, { account, keys });
}

/** What can make two sessions one person's: each a condition on a record `r`, which no null fulfils. */
const shared: readonly [MatchedOn, SQL][] = [
  ["Cookie", sql`r.cookie = ${sql.placeholder("cookie")}`],
  ["Panel_Id", sql`r.panel_id = ${sql.placeholder("panelId")}`],
  ["Hashed_Email", sql`r.hashed_email = ${sql.placeholder("hashedEmail")}`],
  [
    "IP_Address and User_Agent",
    sql`r.ip_address = ${sql.placeholder("sharedAddress")} and ${isAgent(sql.placeholder("sharedAgent"))}`,
  ],
];

/** The surveys that an entrant is recorded at; one without a number stands for none. */
const surveysToRecord = ({ surveyNumbers }: Entrant) => (surveyNumbers.length > 0 ? surveyNumbers : [""]);

const account = sql`${sql.placeholder("account")}::int`;
const session = sql.placeholder("sessionId");
const surveyNumbers = sql.placeholder("surveyNumbers");

const matchesOf = (inSurveys: SQL) =>
  sql.join(
    shared.map(
      ([name, condition]) => sql`(
      select r.id, r.survey, r.session_id, ${sql.raw(`'${name}'`)} as shared
      from activation_records r join activation_states s
        on s.survey = r.survey and s.record = r.id and s.predupes
      where r.account = ${account} and r.session_id <> ${session} ${inSurveys} and ${condition}
      order by r.id desc limit ${sql.raw(String(MOST_MATCHES))})`,
    ),
    sql` union all `,
  );

/** One statement, as a caller waits for each. */
const matchAndRecordAmong = (inSurveys: SQL) =>
  worded(sql`
    with v as (
      select id, search, predupes from activation_surveys
      where account = ${account} and survey_number = any(${texts(surveyNumbers)})),
    r as (
      insert into activation_records
        (account, survey, session_id, ip_address, cookie, panel_id, hashed_email, user_agent)
      select ${account}, v.id, ${session}, ${sql.placeholder("address")}, ${sql.placeholder("cookie")},
        ${sql.placeholder("panelId")}, ${sql.placeholder("hashedEmail")}, ${sql.placeholder("agent")}
      from v order by v.id on conflict do nothing returning id, survey),
    s as (
      insert into activation_states (record, survey, search, predupes)
      select r.id, r.survey, v.search, v.predupes from r join v on v.id = r.survey),
    m as (
      select m.id, v.survey_number, m.session_id, array_agg(m.shared) as shared
      from (${matchesOf(inSurveys)}) as m join activation_surveys v on v.id = m.survey
      group by m.id, v.survey_number, m.session_id order by m.id desc limit ${sql.raw(String(MOST_MATCHES))})
    select c.surveys, m.survey_number, m.session_id, m.shared
    from (select count(*)::int as surveys from v) as c left join m on true order by m.id desc`);

const statements = {
  everywhere: matchAndRecordAmong(sql``),
  inSurveys: matchAndRecordAmong(sql`and r.survey in ${surveysNamed(account, surveyNumbers)}`),
};

type Row = { surveys: number } & (
  | { survey_number: string; session_id: string; shared: MatchedOn[] }
  | { survey_number: null }
);

/**
 * The sessions that share something with the entrant, and his record: once per survey and session, in the state that
 * the survey has now, which the account's lock keeps so. Says how many of the surveys there are: a new one has to be
 * added first.
 */
async function matchAndRecord(transaction: Connection, entrant: Entrant) {
  const {
    IP_Address = null,
    Cookie = null,
    Panel_Id = null,
    Hashed_Email = null,
    User_Agent = null,
  } = entrant.identifiers;
  const isPair = IP_Address !== null && User_Agent !== null;
  const rows = await executePrepared<Row>(
    transaction,
    entrant.surveyNumbers.length > 0 ? statements.inSurveys : statements.everywhere,
    {
      account: entrant.account,
      sessionId: entrant.sessionId,
      surveyNumbers: surveysToRecord(entrant),
      cookie: Cookie,
      panelId: Panel_Id,
      hashedEmail: Hashed_Email,
      address: IP_Address,
      agent: User_Agent,
      sharedAddress: isPair ? IP_Address : null,
      sharedAgent: isPair ? User_Agent : null,
    },
  );
  return { surveys: rows[0]?.surveys ?? 0, matches: rows.flatMap(matchOf) };
}

const matchOf = (row: Row): Match[] =>
  row.survey_number === null
    ? []
    : [
        {
          surveyNumber: row.survey_number,
          sessionId: row.session_id,
          matchedOn: shared.map(([name]) => name).filter((name) => row.shared.includes(name)),
        },
      ];

async function addSurveys(transaction: Connection, entrant: Entrant): Promise<void> {
  await transaction.execute(sql`
    insert into activation_surveys (account, survey_number)
    select ${entrant.account}, number from unnest(${texts(surveysToRecord(entrant))}) as number
    where not exists (
      select from activation_surveys where account = ${entrant.account} and survey_number = number)
    order by number on conflict do nothing`);
}
