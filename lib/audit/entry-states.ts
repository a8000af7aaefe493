import { flattenBody } from "@/lib/contracts/interfaces/survey-codec";
import { editableFieldNames } from "@/lib/contracts/interfaces/survey-fields";
import { isObject, type JsonObject, readId, readText } from "@/lib/contracts/lenient";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";

/** What an entry shows of the states it holds. */
type States = { name: string | null; before: JsonObject | null; after: JsonObject | null };
type Stored = { thing: string; before: unknown; after: unknown };

/** Members that say what an entry is about, kept although they don't differ. */
const KEPT: Record<string, readonly string[]> = { surveys: ["country_code"], responses: ["survey_id"] };
/** What people decide about a survey: the fields of its interface, and what is kept beside them. */
const DECIDED = new Set<string>([...editableFieldNames, "checks_duplicates", "fraud_check", "fraud_threshold"]);

/**
 * An entry's states reduced to what differs: a survey to what people decide, without the counts that move by
 * themselves. What was sent names some members only; the others stayed as they were.
 */
export function entryStates({ thing, before: stored, after: left }: Stored): States {
  const [before, after] = [flatten(stored), flatten(left)];
  const name = nameOf(after) ?? nameOf(before);
  if (!before || !after) return { name, before: hideSecrets(before), after: hideSecrets(after) };
  const isOfInterest = (member: string) => thing !== "surveys" || DECIDED.has(member);
  const next = withWholeQuotas(before, after);
  const differing = Object.keys(next).filter(
    (member) => isOfInterest(member) && comparable(before[member]) !== comparable(next[member]),
  );
  const kept = (KEPT[thing] ?? []).filter((member) => !differing.includes(member));
  const pick = (state: JsonObject, members: string[]) =>
    Object.fromEntries(members.filter((member) => state[member] !== undefined).map((name) => [name, state[name]]));
  return {
    name,
    before: hideSecrets(pick(before, [...differing, ...kept])),
    after: hideSecrets({ ...pick(before, kept), ...pick(next, [...differing, ...kept]) }),
  };
}

const flatten = (state: unknown): JsonObject | null => (isObject(state) ? flattenBody(state).flat : null);

const nameOf = (state: JsonObject | null) =>
  readText(state?.name) ?? readText(state?.project_name) ?? readText(state?.email) ?? null;

/** A sent quota names what it changes; the rest of it stays. */
function withWholeQuotas(before: JsonObject, after: JsonObject): JsonObject {
  const [was, is] = [before.respondent_attributes, after.respondent_attributes];
  if (!Array.isArray(was) || !Array.isArray(is)) return after;
  const byId = new Map(was.filter(isObject).map((quota) => [readId(quota.quota_id), quota]));
  const whole = is.map((quota) => {
    const id = isObject(quota) ? readId(quota.quota_id) : null;
    return id !== null && isObject(quota) ? { ...byId.get(id), ...quota } : quota;
  });
  return { ...after, respondent_attributes: whole };
}

const COUNTS = new Set(["survey_starts", "survey_completes"]);

function comparable(value: unknown): string {
  const withoutCounts = Array.isArray(value)
    ? value.map((item) =>
        isObject(item) ? Object.fromEntries(Object.entries(item).filter(([name]) => !COUNTS.has(name))) : item,
      )
    : value;
  return canonicalJson(withoutCounts ?? null);
}

const SECRET = /passw|passphrase|secret|token|api_?key|private_?key|authori[sz]ation|credential|cookie/i;

/** No entry holds a secret; should one ever get in, it stays unseen. */
export function hideSecrets<T>(value: T): T {
  if (Array.isArray(value)) return value.map(hideSecrets) as T;
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    SECRET.test(name) ? "hidden" : hideSecrets(member),
  ]);
  return Object.fromEntries(members) as T;
}
