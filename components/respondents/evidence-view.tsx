import { Badge } from "@/components/ui/badge";
import { useFormat } from "@/components/ui/use-format";
import type { RespondentEvidence, RespondentRow } from "@/lib/contracts/ours/respondents";
import { bandOf } from "@/lib/contracts/terms/respondents";
import { reasonText, sessionStatus } from "@/lib/field-sessions/words";
import { categoryNames, checkNames, decisionName, NO_SUPPLIER, WEAK_ALONE } from "@/lib/respondents/words";
import { UNKNOWN } from "@/lib/tables/format";
import classes from "./evidence.module.css";
import { EvidencePoints } from "./evidence-points";
import { respondentHref } from "./hrefs";
import { DecisionBadge, ScoreBadge } from "./score-badge";

type Props = {
  surveyId: string;
  evidence: RespondentEvidence;
  /** As it is after decisions that are still being saved. */
  row: RespondentRow;
};

/** Everything that speaks for and against one respondent, on one screen. */
export function EvidenceView({ surveyId, evidence, row }: Props) {
  return (
    <div className={classes.evidence}>
      <div className={classes.main}>
        <Reasons row={row} />
        <EvidencePoints points={evidence.points} />
      </div>
      <div className={classes.aside}>
        <Standing row={row} />
        <Session evidence={evidence} />
        <Similar surveyId={surveyId} evidence={evidence} />
        <Answers evidence={evidence} />
        <History evidence={evidence} />
      </div>
    </div>
  );
}

function Reasons({ row: { reasons } }: { row: RespondentRow }) {
  return (
    <section className={classes.reasons} aria-label="Reasons">
      <h2>Why they are suspected</h2>
      {reasons.length === 0 ? (
        <p className={classes.none}>No rule suspects this respondent.</p>
      ) : (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <small>{WEAK_ALONE}</small>
    </section>
  );
}

function Standing({ row }: { row: RespondentRow }) {
  const format = useFormat();
  return (
    <section aria-label="Score and decision">
      <p className={classes.badges}>
        <ScoreBadge row={row} />
        <DecisionBadge review={row.review} />
        {row.is_excluded && row.review?.decision !== "exclude" && <Badge tone="red">Excluded</Badge>}
      </p>
      <table className={classes.facts} aria-label="Scores by check">
        <tbody>
          {row.checks.map(({ check, score }) => (
            <tr key={check}>
              <th scope="row">{checkNames[check]}</th>
              <td className={classes.figure}>{bandOf(score) === null ? UNKNOWN : score}</td>
            </tr>
          ))}
          {row.categories.map(({ category, answers }) => (
            <tr key={category}>
              <th scope="row">{categoryNames[category]}</th>
              <td className={classes.figure}>
                {format.count(answers)} {answers === 1 ? "answer" : "answers"}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Supplier</th>
            <td>{row.supplier?.name ?? NO_SUPPLIER}</td>
          </tr>
          <tr>
            <th scope="row">Time</th>
            <td>{format.instant(row.at)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Session({ evidence: { session } }: { evidence: RespondentEvidence }) {
  const format = useFormat();
  if (session === null) return null;
  const facts: [string, string][] = [
    ["Status", sessionStatus(session)],
    ["Reason", reasonText({ ...session, reconciliation_status: null }, { question: (id) => `Question ${id}` })],
    ["Started", format.instant(session.started_at)],
    ["Ended", format.instant(session.ended_at)],
    ["Device", session.device ?? UNKNOWN],
    ["Quotas", session.quotas.join(", ") || "None"],
  ];
  return (
    <section aria-label="Session">
      <h2>Session</h2>
      <table className={classes.facts}>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Similar({ surveyId, evidence: { similar } }: Pick<Props, "surveyId" | "evidence">) {
  const format = useFormat();
  return (
    <section aria-label="Similar respondents">
      <h2>Similar respondents</h2>
      {similar.length === 0 ? (
        <p className={classes.none}>Nobody else gave similar open answers.</p>
      ) : (
        <ul className={classes.similar}>
          {similar.map(({ respondent_id: id, data_point_id: point, similarity, answer }) => (
            <li key={`${id} ${point}`}>
              <a href={respondentHref(surveyId, id)} title={id}>
                {id}
              </a>{" "}
              <span>{format.count(similarity * 100)}% the same</span>
              <blockquote dir="auto">{answer}</blockquote>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Answers({ evidence: { answers } }: { evidence: RespondentEvidence }) {
  if (answers === null || answers.length === 0) return null;
  return (
    <section aria-label="Answers">
      <h2>Answers in the project</h2>
      <table className={classes.facts}>
        <tbody>
          {answers.map(({ question_id: id, title, answer }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td dir="auto">{answer}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function History({ evidence: { history } }: { evidence: RespondentEvidence }) {
  const format = useFormat();
  if (history.length === 0) return null;
  return (
    <section aria-label="Decisions">
      <h2>Decisions</h2>
      <ul className={classes.history}>
        {history.map(({ decision, note, by, at }) => (
          <li key={at}>
            <b>{decisionName(decision && { decision })}</b> by {by}, {format.instant(at)}
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
