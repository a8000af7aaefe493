import { Placeholder, type SQL, sql } from "drizzle-orm";
import type { Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";

/** A list as one parameter, however long. */
export const texts = (items: readonly string[] | Placeholder): SQL =>
  sql`${items instanceof Placeholder ? items : sql.param([...items])}::text[]`;
export const bigints = (items: readonly number[]): SQL => sql`${sql.param([...items])}::bigint[]`;

export const allOf = (conditions: (SQL | undefined)[]): SQL =>
  sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  );

/** Surveys of these numbers, by their ids. */
export const surveysNamed = (account: number | SQL, numbers: readonly string[] | Placeholder): SQL =>
  sql`(select id from activation_surveys where account = ${account} and survey_number = any(${texts(numbers)}))`;

export const isAgent = (agent: string | Placeholder): SQL =>
  sql`r.user_agent_hash = hashtextextended(${agent}::text, 0) and r.user_agent = ${agent}`;

/** What selectors say of a record `r`: all of them hold. */
export function matchesSelectors(account: number, selectors: Selectors): SQL {
  const { Survey_Number, Session_Id, IP_Address, Cookie, Panel_Id, Hashed_Email, User_Agent } = selectors;
  return allOf([
    sql`r.account = ${account}`,
    Survey_Number && sql`r.survey in ${surveysNamed(account, Survey_Number)}`,
    Session_Id && sql`r.session_id = any(${texts(Session_Id)})`,
    IP_Address === undefined ? undefined : sql`r.ip_address = ${IP_Address}`,
    Cookie === undefined ? undefined : sql`r.cookie = ${Cookie}`,
    Panel_Id === undefined ? undefined : sql`r.panel_id = ${Panel_Id}`,
    Hashed_Email === undefined ? undefined : sql`r.hashed_email = ${Hashed_Email}`,
    User_Agent === undefined ? undefined : isAgent(User_Agent),
  ]);
}

/** Only surveys are named: their records lie in the order in which they are moved, and no identifier is looked at. */
export const namesSurveysOnly = (selectors: Selectors): selectors is { Survey_Number: string[] } =>
  Object.keys(selectors).join() === "Survey_Number";
