import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome } from "@/lib/contracts/terms/fielding";
import { db } from "@/lib/stores/postgres/client";
import { quotas, surveys } from "@/lib/stores/postgres/schema/demand";
import { quotaPlaces, surveyPlaces } from "@/lib/stores/postgres/schema/fielding";
import { updateSurveyRow } from "@/lib/stores/postgres/surveys";
import { withOwnDatabase } from "@/lib/test-database";
import { liveSurvey } from "@/lib/test-fielding";
import { runs } from "@/lib/test-runs";
import { enterSurvey, returnToSurvey } from "./field-writer";

/**
 * The engine on its database against a plain reference: a list of sessions, counted anew for every decision. The clock
 * moves by moving everything that is stored the other way.
 */
withOwnDatabase();

const HOUR = 3_600_000;
const MINUTE = 60_000;
const GENDER = 2;
const AGE = 1;
const YOUNG = 20;

type Answers = { gender: number; age: number };
/** Quotas that overlap: by gender, by age, by both, and everybody's. */
const members: ((answers: Answers) => boolean)[] = [
  ({ gender }) => gender === 1,
  ({ age }) => age === YOUNG,
  ({ gender, age }) => gender === 1 && age === YOUNG,
  ({ age }) => age === YOUNG || age === 50,
];
const qualifications = [
  [{ question_id: GENDER, allowed_option_ids: [1] }],
  [{ question_id: AGE, allowed_option_ids: [YOUNG] }],
  [
    { question_id: GENDER, allowed_option_ids: [1] },
    { question_id: AGE, allowed_option_ids: [YOUNG] },
  ],
  [{ question_id: AGE, allowed_option_ids: [YOUNG, 50] }],
];

type Status = "Live" | "Paused" | "Complete";
type Counting = "Completes" | "Survey Starts";
type Session = {
  rdud: string;
  quotas: number[];
  startedAt: number;
  endedAt: number | null;
  state: "open" | "complete" | "terminated" | "expired";
  sentWith: Outcome | null;
};

/** F1 and F2 as they are written, without a figure that is kept. */
class PlainField {
  sessions: Session[] = [];
  status: Status = "Live";
  counting: Counting = "Completes";
  respondents = 6;
  targets = [3, 2, 2, 4];
  tenths: number | null = null;
  incidence = 60;
  constructor(
    readonly wentLiveAt: number,
    public outOfFieldAt: number,
  ) {}

  isCounted = ({ state }: Session) => (this.counting === "Completes" ? state === "complete" : true);
  of = (quota: number) => this.sessions.filter((session) => session.quotas.includes(quota));
  isQuotaFull = (quota: number) => this.of(quota).filter(this.isCounted).length >= (this.targets[quota] ?? 0);
  isFull = () => this.sessions.filter(this.isCounted).length >= this.respondents;

  expire(now: number): void {
    for (const session of this.sessions) {
      if (session.state === "open" && session.startedAt + 4 * HOUR <= now) session.state = "expired";
    }
  }

  completeWhenFull(): void {
    if (this.status !== "Live") return;
    if (this.isFull() || members.every((_, quota) => this.isQuotaFull(quota))) this.status = "Complete";
  }

  hasRoom(quota: number): boolean {
    if (this.isQuotaFull(quota)) return false;
    if (this.counting !== "Completes") return true;
    const remaining = (this.targets[quota] ?? 0) - this.of(quota).filter(this.isCounted).length;
    const open = this.of(quota).filter(({ state }) => state === "open").length;
    return open < Math.ceil((remaining * 100) / this.incidence);
  }

  isPaced(now: number): boolean {
    if (this.tenths === null) return false;
    let begun = this.wentLiveAt;
    while (begun + HOUR <= now) begun += HOUR;
    let hoursLeft = 0;
    for (let hour = begun; hour < this.outOfFieldAt; hour += HOUR) hoursLeft += 1;
    const countedAt = ({ startedAt, endedAt }: Session) => (this.counting === "Completes" ? endedAt : startedAt);
    const before = this.sessions.filter((session) => this.isCounted(session) && (countedAt(session) ?? now) < begun);
    const cap = Math.ceil((this.tenths * (this.respondents - before.length)) / (10 * Math.max(1, hoursLeft)));
    const inHour = this.sessions.filter(
      ({ startedAt, state }) => startedAt >= begun && startedAt < begun + HOUR && state !== "terminated",
    );
    return inHour.length >= cap;
  }

  /** What becomes of an entry; `enter` adds the session when its id is known. */
  decide(now: number, answers: Answers): string {
    this.expire(now);
    if (this.status === "Paused") return "survey_paused";
    if (this.status === "Complete" || this.outOfFieldAt <= now) return "survey_complete";
    const quotaList = members.flatMap((isMember, quota) => (isMember(answers) ? [quota] : []));
    if (quotaList.length === 0) return "not_qualified";
    if (this.isFull() || quotaList.some((quota) => !this.hasRoom(quota))) return "quota_full";
    return this.isPaced(now) ? "pacing" : "enter";
  }

  add(now: number, rdud: string, answers: Answers): void {
    const quotaList = members.flatMap((isMember, quota) => (isMember(answers) ? [quota] : []));
    this.sessions.push({ rdud, quotas: quotaList, startedAt: now, endedAt: null, state: "open", sentWith: null });
  }

  return(now: number, session: Session, outcome: Outcome): string {
    this.expire(now);
    if (session.state === "expired") return "expired";
    if (session.state !== "open") return session.sentWith === outcome ? "replay" : "contradictory";
    const isOver =
      this.counting === "Completes" && (this.isFull() || session.quotas.some((quota) => this.isQuotaFull(quota)));
    session.sentWith = outcome;
    session.state = outcome === "complete" && !isOver ? "complete" : "terminated";
    session.endedAt = Math.max(now, session.startedAt);
    return outcome === "complete" && isOver ? "overquota_termination" : outcome;
  }
}

type Model = { plain: PlainField; offset: number };
type Engine = { surveyId: string; quotaIds: string[]; people: number };
const nowOf = ({ offset }: Model) => Date.now() + offset;

async function expectSamePlaces({ plain }: Model, { surveyId, quotaIds }: Engine): Promise<void> {
  const figures = (sessions: Session[]) => ({
    starts: sessions.length,
    completes: sessions.filter(({ state }) => state === "complete").length,
    open: sessions.filter(({ state }) => state === "open").length,
  });
  const [[place], [survey], rows] = await Promise.all([
    db().select().from(surveyPlaces).where(eq(surveyPlaces.surveyId, surveyId)),
    db().select({ status: surveys.status }).from(surveys).where(eq(surveys.id, surveyId)),
    db().select().from(quotaPlaces),
  ]);
  expect({ ...place, status: survey?.status }).toMatchObject({ ...figures(plain.sessions), status: plain.status });
  for (const [quota, id] of quotaIds.entries()) {
    const none = { starts: 0, completes: 0, open: 0 };
    expect(rows.find(({ quotaId }) => quotaId === id) ?? none).toMatchObject(figures(plain.of(quota)));
  }
}

abstract class Step implements fc.AsyncCommand<Model, Engine> {
  abstract toString(): string;
  abstract carryOut(model: Model, engine: Engine): Promise<void>;
  check = (_: Readonly<Model>) => true;
  async run(model: Model, engine: Engine): Promise<void> {
    await this.carryOut(model, engine);
    await expectSamePlaces(model, engine);
  }
}

/** Some who arrive in one go, and so in one batch. */
class Enter extends Step {
  constructor(readonly people: Answers[]) {
    super();
  }
  toString = () => `enter ${JSON.stringify(this.people)}`;
  async carryOut(model: Model, engine: Engine) {
    const results = await Promise.all(
      this.people.map(({ gender, age }) => {
        engine.people += 1;
        const answers = new Map([
          [GENDER, [gender]],
          [AGE, [age]],
        ]);
        return enterSurvey(engine.surveyId, {
          ...{ supplier: "direct", respondent: `p${engine.people}`, device: "desktop", answers, isTest: false },
          ...{ address: null, agent: null, requestId: "r", elsewhere: null },
        });
      }),
    );
    for (const [index, result] of results.entries()) {
      const answers = this.people[index] ?? { gender: 0, age: 0 };
      const session = result.kind === "enter" || result.kind === "end" ? result.session : null;
      const became = model.plain.decide(nowOf(model), answers);
      expect(result.kind === "end" ? session?.reason?.split(":")[0] : result.kind).toBe(became);
      if (became === "enter") model.plain.add(nowOf(model), session?.rid ?? "", answers);
    }
    model.plain.completeWhenFull();
  }
}

class Return extends Step {
  constructor(
    readonly which: number,
    readonly outcome: Outcome,
  ) {
    super();
  }
  override check = ({ plain }: Readonly<Model>) => plain.sessions.length > 0;
  toString = () => `return ${this.which} ${this.outcome}`;
  async carryOut(model: Model, { surveyId }: Engine) {
    const session = model.plain.sessions[this.which % model.plain.sessions.length];
    if (!session) return;
    const { rdud } = session;
    const result = await returnToSurvey(surveyId, {
      rdud,
      outcome: this.outcome,
      checkHash: null,
      sender: null,
      requestId: "r",
    });
    const became = model.plain.return(nowOf(model), session, this.outcome);
    expect(result.kind === "refuse" ? result.refusal : result.kind === "end" && result.session.outcome).toBe(became);
    model.plain.completeWhenFull();
  }
}

class MoveClock extends Step {
  constructor(readonly minutes: number) {
    super();
  }
  // Not before the survey went live.
  override check = ({ offset }: Readonly<Model>) => offset + this.minutes * MINUTE >= 0;
  toString = () => `clock ${this.minutes} min`;
  async carryOut(model: Model, { surveyId }: Engine) {
    model.offset += this.minutes * MINUTE;
    const by = sql`${`${this.minutes} minutes`}::interval`;
    await db().execute(sql`update responses set started_at = started_at - ${by}, ended_at = ended_at - ${by},
      expires_at = expires_at - ${by} where survey_id = ${surveyId}`);
    await db().execute(sql`update surveys set went_live_at = went_live_at - ${by},
      out_of_field_at = out_of_field_at - ${by} where id = ${surveyId}`);
    await db().execute(sql`update survey_places set hour_started_at = hour_started_at - ${by}
      where survey_id = ${surveyId}`);
  }
}

type Change = Partial<Pick<PlainField, "status" | "counting" | "respondents" | "tenths" | "incidence">> & {
  targets?: number[];
  daysLeft?: number;
};

class Edit extends Step {
  constructor(readonly change: Change) {
    super();
  }
  toString = () => `edit ${JSON.stringify(this.change)}`;
  async carryOut(model: Model, { surveyId, quotaIds }: Engine) {
    const { daysLeft, targets, tenths, counting, status, respondents, incidence } = this.change;
    const { plain, offset } = model;
    const { daysLeft: _, ...plainly } = this.change;
    Object.assign(plain, plainly);
    if (daysLeft !== undefined) plain.outOfFieldAt = plain.wentLiveAt + daysLeft * 24 * HOUR + 20 * MINUTE;
    await db().transaction(async (transaction) => {
      await updateSurveyRow(transaction, surveyId, {
        ...(status && { status }),
        ...(respondents && { respondents }),
        ...(incidence && { incidenceRate: incidence }),
        ...(counting && { calculationType: counting }),
        ...(tenths !== undefined && { trafficControlLimitType: pacingOf(tenths) }),
        ...(daysLeft !== undefined && { outOfFieldAt: new Date(plain.outOfFieldAt - offset) }),
      });
      for (const [index, quota] of (targets ?? []).entries()) {
        await transaction
          .update(quotas)
          .set({ quota })
          .where(eq(quotas.id, quotaIds[index] ?? ""));
      }
    });
  }
}
const pacingOf = (tenths: number | null) =>
  tenths === null ? "None" : tenths === 11 ? "Even Pacing" : "Accelerated Pacing";

const person = fc.record({ gender: fc.constantFrom(1, 1, 2), age: fc.constantFrom(YOUNG, YOUNG, 50, 80) });
const outcome = fc.constantFrom<Outcome>(
  ...(["complete", "complete", "complete", "standard_termination", "quality_termination"] as const),
);
const entering = fc.array(person, { minLength: 1, maxLength: 8 }).map((people) => new Enter(people));
const returning = fc.tuple(fc.nat({ max: 30 }), outcome).map(([which, outcome]) => new Return(which, outcome));
const moving = fc.constantFrom(7, 31, 61, 125, 247, -13, -67, -131).map((minutes) => new MoveClock(minutes));
const editing = fc
  .oneof<fc.Arbitrary<Change>[]>(
    fc.record({ status: fc.constantFrom<Status>("Live", "Live", "Live", "Paused") }),
    fc.record({ counting: fc.constantFrom<Counting>("Completes", "Survey Starts") }),
    fc.record({ respondents: fc.integer({ min: 1, max: 200 }) }),
    fc.record({ tenths: fc.constantFrom(null, 11, 14) }),
    fc.record({ incidence: fc.integer({ min: 20, max: 100 }) }),
    fc.record({ targets: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 4, maxLength: 4 }) }),
    fc.record({ daysLeft: fc.integer({ min: 0, max: 9 }) }),
  )
  .map((change) => new Edit(change));

/** Minutes into its first hour, so that no step of the clock falls on the turn of one. */
const SINCE_LIVE = 5.5 * MINUTE;

test("decides and counts as a plain list of sessions does, whatever happens in whatever order", async () => {
  const commands = fc.commands([entering, entering, returning, returning, moving, editing], {
    maxCommands: 50,
    size: "max",
  });
  const beginning = fc.record({
    counting: fc.constantFrom<Counting>("Completes", "Survey Starts"),
    tenths: fc.constantFrom(null, 11, 14, 14),
    respondents: fc.integer({ min: 3, max: 120 }),
    targets: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 4, maxLength: 4 }),
    daysLeft: fc.integer({ min: 1, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(beginning, commands, async (first, steps) => {
      const setup = async () => {
        const wentLiveAt = Date.now() - SINCE_LIVE;
        const { surveyId, quotaIds } = await liveSurvey(
          { incidenceRate: 60, respondents: 6, wentLiveAt: new Date(wentLiveAt) },
          [3, 2, 2, 4].map((quota, index) => ({ quota, qualifications: qualifications[index] ?? [] })),
        );
        await db().update(surveyPlaces).set({ checksDuplicates: false }).where(eq(surveyPlaces.surveyId, surveyId));
        const model = { plain: new PlainField(wentLiveAt, 0), offset: 0 };
        const real = { surveyId, quotaIds, people: 0 };
        await new Edit(first).run(model, real);
        return { model, real };
      };
      await fc.asyncModelRun(setup, steps);
    }),
    { numRuns: runs(60) },
  );
}, 120_000);
