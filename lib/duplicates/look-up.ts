import "server-only";
import type { Activity, SeenRecord } from "@/lib/contracts/interfaces/activation";
import { MOST_SEEN } from "@/lib/contracts/interfaces/activation";
import { masked, type Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { LookedUp, Seen } from "@/lib/contracts/ours/duplicates";
import { findActivity, isExtended, lookUp } from "@/lib/gateway/activation";
import { type Account, connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { ownAccount } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { allowLookUp } from "./look-up-limits";
import { knownSurveys } from "./resolve";

type Found = Omit<LookedUp, "records"> & { records: Omit<Seen, "survey_name">[] };

/** A person's sessions by any identifier, and others that share one with them. */
export async function lookUpPerson(
  context: SignedInContext,
  { account_id, selectors }: { account_id?: string | undefined; selectors: Selectors },
): Promise<LookedUp> {
  const account = await ownAccount(context, account_id);
  await allowLookUp(context, selectors);
  const of = { context, account };
  const { records, ...rest } = isExtended(context) ? await ownLookUp(of, selectors) : await byActivity(of, selectors);
  const numbers = [...new Set(records.map((record) => record.survey_number))].filter(Boolean);
  const names = new Map(
    (await knownSurveys(context, account, numbers)).surveys.map(({ survey_number, name }) => [survey_number, name]),
  );
  return {
    ...rest,
    records: records.map((record) => ({ ...record, survey_name: names.get(record.survey_number) ?? null })),
  };
}

type For = { context: SignedInContext; account: Account };

async function ownLookUp(of: For, selectors: Selectors): Promise<Found> {
  const { Records, More } = await lookUp(of, selectors);
  return { records: Records.map(seenOf), more: More, not_looked_for: null };
}

const seenOf = (record: SeenRecord): Omit<Seen, "survey_name"> => ({
  survey_number: record.Survey_Number,
  session_id: record.Session_Id,
  recorded_at: record.Recorded_At,
  identifiers: {
    IP_Address: record.IP_Address,
    Cookie: record.Cookie,
    Panel_Id: record.Panel_Id,
    Hashed_Email: record.Hashed_Email,
    User_Agent: record.User_Agent,
  },
  active: record.Active,
  matched_on: record.Matched_On,
  changed: (["search", "predupes"] as const).flatMap((route) => {
    const change = record.Changed[route];
    return change ? [{ route, ...change }] : [];
  }),
});

/** So many of a person's panel ids are followed to other sessions. */
const MOST_FOLLOWED = 5;

/** Of a service that has only `/activity`: what that finds, and other sessions of the same panel ids. */
async function byActivity(of: For, selectors: Selectors): Promise<Found> {
  const { IP_Address, Cookie, User_Agent, ...known } = selectors;
  const leftOut = [IP_Address && "IP address", Cookie && "cookie", User_Agent && "user agent"].filter(Boolean);
  const { title } = connectionOf(of.context.viewer);
  const sentence = `${title} finds sessions by survey, session, panel id and hashed e-mail only`;
  if (Object.keys(known).length === 0) throw new AppError("invalid", `${sentence}. Give one of those.`);
  const direct = await findActivity(of, { selectors: known });
  const panels = [...new Set(direct.records.map(({ panel_id }) => panel_id))].filter((id) => id !== null);
  const followed = panels.filter((id) => id !== selectors.Panel_Id).slice(0, MOST_FOLLOWED);
  const others = await Promise.all(followed.map((Panel_Id) => findActivity(of, { selectors: { Panel_Id } })));
  const place = ({ survey_number, session_id }: Activity["records"][number]) => `${survey_number} ${session_id}`;
  const seen = new Set(direct.records.map(place));
  const linked = others.flatMap(({ records }) => records).filter((record) => !seen.has(place(record)));
  const records = [
    ...direct.records.map((record) => ofActivity(record, [])),
    ...linked.map((record) => ofActivity(record, ["Panel_Id"])),
  ].sort((one, other) => (other.recorded_at ?? "").localeCompare(one.recorded_at ?? ""));
  return {
    records: records.slice(0, MOST_SEEN),
    more: records.length > MOST_SEEN || (direct.total ?? 0) > direct.records.length,
    not_looked_for: leftOut.length > 0 ? `${sentence}: ${leftOut.join(" and ")} was left out.` : null,
  };
}

const ofActivity = (
  { survey_number, session_id, panel_id, recorded_at, active }: Activity["records"][number],
  matched_on: Seen["matched_on"],
): Omit<Seen, "survey_name"> => ({
  ...{ survey_number, session_id, recorded_at, active, matched_on },
  identifiers: {
    IP_Address: null,
    Cookie: null,
    Panel_Id: panel_id === null ? null : masked("Panel_Id", panel_id),
    Hashed_Email: null,
    User_Agent: null,
  },
  changed: [],
});
