import "server-only";
import type { Context } from "@/lib/contracts/context";
import { fillEntryLink, type PlaceholderValues, placeholderName } from "@/lib/contracts/rules/entry-link";
import { expiresAt } from "@/lib/contracts/rules/session-expiry";
import {
  DIRECT,
  type EntryFailure,
  type Outcome,
  outcomeOf,
  outcomeOfReason,
  type Refusal,
  reasonOf,
  statusOf,
  type TurnedAway,
} from "@/lib/contracts/terms/fielding";
import { listQuestions } from "@/lib/service/demand/catalogue";
import type { SurveyEntrant } from "@/lib/stores/postgres/activation-entrants";
import type * as store from "@/lib/stores/postgres/fielding";
import { type CompiledField, rulesOf } from "./compiled-field";
import * as decide from "./decide";
import { accountHashKey, type HashKey } from "./hash-keys";
import { panelIdOf } from "./panel-id";
import type { Answers } from "./quota-index";

export type EntryAsk = {
  kind: "entry";
  /** Code of the supplier, and its id of the respondent. */
  supplier: string;
  respondent: string;
  device: string;
  answers: Answers;
  address: string | null;
  agent: string | null;
  isTest: boolean;
  /** Where another service checks entrants: the id that the session will have, and its verdict. Null: our own does. */
  elsewhere: { sessionId: string; verdict: { failure: EntryFailure | null } | null } | null;
  requestId: string;
};

/** An entrant whom another service has to look at before they enter. */
export type PendingEntrant = SurveyEntrant & {
  accountId: string;
  surveyId: string;
  countryCode: string;
  /** Whether who fails is turned away. */
  isRequired: boolean;
};

export type ReturnAsk = {
  kind: "return";
  rdud: string;
  outcome: Outcome;
  /** Says how the hash of a return is under the account's key; null: it came with a key of the account instead. */
  checkHash: ((key: HashKey) => "valid" | "unsigned" | "forged") | null;
  /** Who sent it with a key or from a page, for the audit; null: the respondent's browser came. */
  sender: Context | null;
  requestId: string;
};

export type Ask = EntryAsk | ReturnAsk;

/** A session as a respondent's answer needs it. */
export type FieldSession = {
  rid: string;
  supplier: store.FieldSupplier | undefined;
  respondent: string;
  /** Null: in progress, or expired. */
  outcome: Outcome | null;
  reason: string | null;
  countryCode: string;
  languageCode: string;
  isTest: boolean;
};

type Screened = Pick<FieldSession, "countryCode" | "languageCode">;

export type EntryResult =
  | { kind: "unknown" }
  | { kind: "unknown supplier" }
  /** A test's id of a respondent, without what makes an entry a test, or the other way round. */
  | { kind: "another's" }
  | ({ kind: "ask"; questions: number[] } & Screened)
  /** Nothing has begun: another service is to be asked first. */
  | { kind: "check"; entrant: PendingEntrant }
  | { kind: "enter"; link: string; session: FieldSession }
  | { kind: "end"; session: FieldSession };

export type ReturnResult =
  | { kind: "unknown" }
  | { kind: "end"; session: FieldSession }
  | { kind: "refuse"; refusal: Refusal; session: FieldSession };

type Locked = NonNullable<Awaited<ReturnType<typeof store.lockField>>>;

/** The session of a supplier's respondent, by one key. */
const respondentKey = (supplier: string, respondent: string) => JSON.stringify([supplier, respondent]);

/** What was found of entrants, by the ids of their sessions: duplicates, and who fails the fraud check by which reason. */
export type EntryChecks = {
  duplicates: ReadonlySet<string>;
  failures: ReadonlyMap<string, EntryFailure>;
};

/** Someone whom the checks decide; `verdict`: of another service, where that checks entrants. */
export type CheckedEntrant = SurveyEntrant & { verdict: { failure: EntryFailure | null } | null };

const passes: Pick<decide.Entrant, "isDuplicate" | "failure"> = { isDuplicate: false, failure: null };

/** What is decided about some entries and returns of one survey while it is locked, one after the other. */
export class FieldBatch {
  readonly #field: store.LockedField;
  readonly #rules: decide.FieldRules;
  readonly #counts: decide.FieldCounts;
  readonly #now: number;
  readonly #suppliers: ReadonlyMap<string, store.FieldSupplier>;
  readonly #byId = new Map<string, store.StoredSession>();
  readonly #byRespondent = new Map<string, store.StoredSession>();
  /** An id for each entry that becomes a session. */
  readonly #newIds = new Map<EntryAsk, string>();
  readonly #ids: string[];
  readonly #entered = new Map<string, store.NewSession>();
  readonly #ended: store.EndedSession[] = [];
  readonly #refused: store.NewRefusal[] = [];

  constructor(
    locked: Locked,
    readonly compiled: CompiledField,
    hour: decide.FieldHour,
  ) {
    const { field, quotas } = locked;
    this.#field = field;
    this.#rules = rulesOf(field);
    this.#now = locked.now.getTime();
    this.#ids = [...locked.ids];
    this.#suppliers = new Map(locked.suppliers.map((supplier) => [supplier.code, supplier]));
    this.#counts = {
      starts: field.starts,
      completes: field.completes,
      open: field.open,
      quotas: compiled.targets.map((target, position) => ({
        target,
        starts: quotas.starts[position] ?? 0,
        completes: quotas.completes[position] ?? 0,
        open: quotas.open[position] ?? 0,
      })),
      hour,
    };
    for (const session of locked.sessions) this.#remember(session);
  }

  /** Entrants whom the duplicate and fraud checks decide, each once; who waits for another service comes again. */
  entrantsToCheck(entries: readonly EntryAsk[]): CheckedEntrant[] {
    const checked = new Set<string>();
    return entries.flatMap((ask) => {
      const key = respondentKey(ask.supplier, ask.respondent);
      const entrant = checked.has(key) || this.#isPending(ask) ? null : this.#entrantOf(ask);
      if (!entrant) return [];
      checked.add(key);
      return [{ ...entrant, verdict: ask.elsewhere?.verdict ?? null }];
    });
  }

  /** Whether another service has yet to say what it knows. */
  #isPending = ({ elsewhere }: EntryAsk) =>
    this.#field.fraud_check !== "off" && elsewhere !== null && elsewhere.verdict === null;

  /** For the checks: somebody whom nothing before them turns away or asks. */
  #entrantOf(ask: EntryAsk): SurveyEntrant | null {
    const { address, agent, supplier, respondent } = ask;
    if (ask.isTest || this.#byRespondent.has(respondentKey(supplier, respondent)) || !this.#isKnown(supplier)) {
      return null;
    }
    const decision = this.#decide(ask, passes);
    const isBefore = decision.kind === "turn away" && BEFORE_DUPLICATES.has(decision.reason);
    if (decision.kind === "ask" || isBefore) return null;
    return { sessionId: this.#idOf(ask), panelId: panelIdOf(supplier, respondent), address, agent };
  }

  enter(ask: EntryAsk, { duplicates, failures }: EntryChecks): EntryResult {
    if (!this.#isKnown(ask.supplier)) return { kind: "unknown supplier" };
    const present = this.#byRespondent.get(respondentKey(ask.supplier, ask.respondent));
    if (present && present.test !== ask.isTest) return { kind: "another's" };
    if (present) return this.#again(present);
    const pending = this.#isPending(ask) ? this.#entrantOf(ask) : null;
    if (pending) return { kind: "check", entrant: this.#pendingEntrant(pending) };
    const id = this.#idOf(ask);
    const decision = this.#decide(ask, { isDuplicate: duplicates.has(id), failure: failures.get(id) ?? null });
    if (decision.kind === "ask") return { kind: "ask", questions: decision.questions, ...this.#place() };
    const session = this.#begin(ask, decision);
    return this.#again(session);
  }

  #pendingEntrant(entrant: SurveyEntrant): PendingEntrant {
    const { id: surveyId, account_id: accountId, country_code: countryCode, fraud_check } = this.#field;
    return { ...entrant, accountId, surveyId, countryCode, isRequired: fraud_check === "require" };
  }

  return({ rdud, outcome, checkHash }: ReturnAsk): ReturnResult {
    const session = this.#byId.get(rdud);
    if (!session) return { kind: "unknown" };
    const needsHash = checkHash !== null && outcome === "complete" && this.#field.hashing_enabled;
    const hash = needsHash ? checkHash(this.#accountKey()) : null;
    if (hash === "unsigned" || hash === "forged") return this.#refuse(session, outcome, hash);
    const positions = this.#positionsOf(session);
    const startedAt = session.started_at.getTime();
    const decision = decide.decideReturn(
      this.#rules,
      this.#counts,
      {
        // Of sessions from before reasons were kept, the status alone says that they have ended.
        isOpen: session.reason === null && outcomeOf(session.status) === null,
        isExpired: session.reason === "expired",
        returnedAs: returnedAs(session),
        quotas: positions,
        expiresAt: session.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
      },
      outcome,
      this.#now,
    );
    if (decision.kind === "refuse") return this.#refuse(session, outcome, decision.refusal);
    session.status = statusOf[decision.outcome];
    session.reason = decision.reason;
    // A clock that went back never makes an interview of less than nothing.
    const ended_at = new Date(Math.max(this.#now, startedAt)).toISOString();
    this.#ended.push({ rdud, status: session.status, reason: decision.reason, ended_at, hash_result: hash });
    if (!session.test) decide.leavePlaces(this.#counts, { quotas: positions, startedAt }, decision.outcome);
    return { kind: "end", session: this.#view(session) };
  }

  writes(): store.FieldWrites {
    const { startedAt, countedBefore, admitted } = this.#counts.hour;
    const { hour_started_at, admitted: stored } = this.#field;
    const isSame = hour_started_at?.getTime() === startedAt && stored === admitted;
    return {
      entered: [...this.#entered.values()],
      ended: this.#ended,
      refused: this.#refused,
      hour: isSame ? null : { startedAt: new Date(startedAt), countedBefore, admitted },
    };
  }

  /** Why the survey completes itself now, as its audit says it; null: it does not. */
  filledBecause(): string | null {
    if (this.#rules.status !== "Live" || !decide.isFilled(this.#rules, this.#counts)) return null;
    return this.#rules.calculationType === "Completes"
      ? "All completes that it was to collect are in."
      : "All starts that it was to collect are in.";
  }

  #decide({ device, answers, isTest }: EntryAsk, checks: typeof passes) {
    const entrant = { device, answers, isTest, ...checks };
    return decide.decideEntry(this.#rules, this.compiled.index, this.#counts, entrant, this.#now);
  }

  #begin(ask: EntryAsk, decision: Exclude<decide.EntryDecision, { kind: "ask" }>): store.StoredSession {
    const isAdmitted = decision.kind === "admit";
    const now = new Date(this.#now);
    const expires = new Date(expiresAt(this.#now, this.#field.length_of_interview));
    const { supplier, respondent, answers, device } = ask;
    const session: store.StoredSession = {
      rdud: this.#idOf(ask),
      supplier,
      respondent,
      test: ask.isTest,
      reached: isAdmitted,
      status: isAdmitted ? "in progress" : statusOf[outcomeOfReason[decision.reason]],
      reason: isAdmitted ? null : [decision.reason, decision.detail].filter(Boolean).join(":"),
      quota_ids: decision.quotas.flatMap((position) => this.compiled.quotaIds[position] ?? []),
      qualification_attributes: [...answers].map(([question_id, options]) => ({
        question_id,
        option_ids: [...options],
      })),
      started_at: now,
      expires_at: expires,
    };
    this.#remember(session);
    this.#entered.set(session.rdud, {
      ...session,
      supplier,
      respondent,
      device,
      buyer_cpi: this.#field.price,
      started_at: now.toISOString(),
      ended_at: isAdmitted ? null : now.toISOString(),
      expires_at: expires.toISOString(),
    });
    if (isAdmitted && !ask.isTest) decide.takePlaces(this.#counts, decision.quotas);
    return session;
  }

  /** What a session answers its respondent, however often they come. */
  #again(session: store.StoredSession): EntryResult {
    const view = this.#view(session);
    if (session.reason !== null || view.outcome !== null) return { kind: "end", session: view };
    const values = placeholderValues(session);
    return {
      kind: "enter",
      link: fillEntryLink(this.#field.entry_link, { sessionId: session.rdud, values }),
      session: view,
    };
  }

  #refuse(session: store.StoredSession, outcome: Outcome, refusal: Refusal): ReturnResult {
    this.#refused.push({ rdud: session.rdud, outcome, refusal });
    return { kind: "refuse", refusal, session: this.#view(session) };
  }

  #view(session: store.StoredSession): FieldSession {
    return {
      rid: session.rdud,
      supplier: this.#suppliers.get(session.supplier ?? ""),
      respondent: session.respondent ?? "",
      outcome: outcomeOf(session.status),
      reason: session.reason,
      isTest: session.test,
      ...this.#place(),
    };
  }

  #place(): Screened {
    return { countryCode: this.#field.country_code, languageCode: this.#field.language_code };
  }

  #accountKey(): HashKey {
    const { account_id, hash_algorithm, hash_key } = this.#field;
    return accountHashKey({ id: account_id, algorithm: hash_algorithm, sealedKey: hash_key });
  }

  /** Everybody may come directly; other suppliers are named by the account. */
  #isKnown = (supplier: string) => supplier === DIRECT || this.#suppliers.has(supplier);

  #positionsOf = ({ quota_ids }: store.StoredSession) =>
    quota_ids.flatMap((id) => this.compiled.positions.get(id) ?? []);

  #idOf(ask: EntryAsk): string {
    const present = this.#newIds.get(ask);
    if (present) return present;
    if (ask.elsewhere && !ask.isTest && this.#field.fraud_check !== "off") return ask.elsewhere.sessionId;
    const id = this.#ids.pop();
    if (id === undefined) throw new Error("A batch has fewer ids than entries.");
    this.#newIds.set(ask, id);
    return id;
  }

  #remember(session: store.StoredSession): void {
    this.#byId.set(session.rdud, session);
    if (session.supplier !== null && session.respondent !== null) {
      this.#byRespondent.set(respondentKey(session.supplier, session.respondent), session);
    }
  }
}

const BEFORE_DUPLICATES: ReadonlySet<TurnedAway> = new Set([
  "survey_draft",
  "survey_paused",
  "survey_complete",
  "device",
]);

/** The outcome that the return which ended a session was sent with; null: no return has. */
function returnedAs({ status, reason, reached }: store.StoredSession): Outcome | null {
  if (!reached || reason === null) return null;
  if (reasonOf(reason) === "quota_full") return "complete";
  return outcomeOf(status);
}

const namesById = new Map(listQuestions().map(({ id, name }) => [id, placeholderName(name)]));

/** Every question has a placeholder; one without an answer is filled in as empty. */
function placeholderValues({ qualification_attributes }: store.StoredSession): PlaceholderValues {
  const values = Object.fromEntries([...namesById.values()].map((name) => [name, [] as number[]]));
  for (const { question_id, option_ids } of qualification_attributes) {
    const name = namesById.get(question_id);
    if (name !== undefined) values[name] = option_ids;
  }
  return values;
}
