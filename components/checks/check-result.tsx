import { Badge } from "@/components/ui/badge";
import { Nothing } from "@/components/ui/nothing";
import { scrollInFrame } from "@/components/ui/scroll-in-frame";
import { useFormat } from "@/components/ui/use-format";
import { supplierText } from "@/lib/checks/supplier-text";
import { checkLines, coverageText, reasonText, scoreNames, stateNames, verdictText } from "@/lib/checks/words";
import type { CheckedRespondent } from "@/lib/contracts/ours/checks";
import type { CheckState } from "@/lib/contracts/terms/fraud";
import { UNKNOWN } from "@/lib/tables/format";
import classes from "./checks.module.css";
import { PersonSessions } from "./person-sessions";
import { SupplierText } from "./supplier-text";

type Props = { checked: CheckedRespondent };

/** A verdict with its reason, then what it rests on in layers: findings, every check, texts, and the reply itself. */
export function CheckResult({ checked }: Props) {
  const { verdict } = checked;
  const text = supplierText(checked);
  return (
    <div className={classes.result}>
      {verdict === null ? (
        <Nothing says="This session was not checked yet. An admin can check it now." />
      ) : (
        <>
          <Verdict checked={checked} verdict={verdict} />
          {text !== null && <SupplierText text={text} />}
          <EveryCheck verdict={verdict} />
        </>
      )}
      <PersonSessions checked={checked} />
      <Reviews checked={checked} />
      <Replies checked={checked} />
    </div>
  );
}

type Verdict = NonNullable<CheckedRespondent["verdict"]>;

function Verdict({ checked, verdict }: Props & { verdict: Verdict }) {
  const format = useFormat();
  const scores: [string, number | null][] = [
    ["Risk", verdict.risk],
    ["Duplicates", verdict.duplicate_score],
    ["Threats", verdict.threat_score],
  ];
  return (
    <section aria-label="Verdict" className={classes.verdict} data-fails={verdict.fails}>
      <div role="status">
        <h2>{verdictText(verdict)}</h2>
      </div>
      <p>{reasonText(verdict)}</p>
      {coverageText(verdict) !== null && <p className={classes.note}>{coverageText(verdict)}</p>}
      <dl className={classes.facts}>
        {scores.map(([name, score]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{score === null ? UNKNOWN : `${format.count(score)} of 100`}</dd>
          </div>
        ))}
        {verdict.initial_session !== null && (
          <div>
            <dt>Duplicate of</dt>
            <dd>{verdict.initial_session}</dd>
          </div>
        )}
        <div>
          <dt>Survey</dt>
          <dd>{checked.survey_name ?? checked.survey_number}</dd>
        </div>
        <div>
          <dt>Checked</dt>
          <dd>{format.instant(checked.checked_at)}</dd>
        </div>
      </dl>
    </section>
  );
}

const tones: Record<CheckState, "red" | "gray" | "yellow"> = {
  found: "red",
  "nothing found": "gray",
  "not checked": "yellow",
};

function EveryCheck({ verdict }: { verdict: Verdict }) {
  const lines = checkLines(verdict);
  if (lines.length === 0) return null;
  return (
    <details className={classes.layer}>
      <summary>Every check and what it found</summary>
      <div ref={scrollInFrame} className={classes.scroll}>
        <table className={classes.table}>
          <caption className="visually-hidden">Every check of this respondent</caption>
          <thead>
            <tr>
              {["Check", "Result", "Why"].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ check, name, state, says }) => (
              <tr key={check}>
                <th scope="row">{name}</th>
                <td>
                  <Badge tone={tones[state]}>{stateNames[state]}</Badge>
                </td>
                <td>{says}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

// Safe: the object has these keys alone.
const figures = Object.keys(scoreNames) as (keyof typeof scoreNames)[];

function Reviews({ checked: { reviews } }: Props) {
  const format = useFormat();
  if (reviews.length === 0) return null;
  return (
    <details className={classes.layer}>
      <summary>Open answers ({format.count(reviews.length)})</summary>
      {reviews.map(({ question_id, scores, at }) => (
        <table key={question_id} className={classes.table}>
          <caption>
            Question {question_id}, {format.instant(at)}
          </caption>
          <tbody>
            {figures.map((name) => (
              <tr key={name}>
                <th scope="row">{scoreNames[name]}</th>
                <td>{scores[name] === null ? "Not known" : format.tenths(scores[name])}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Language</th>
              <td>{scores.language ?? "Not known"}</td>
            </tr>
          </tbody>
        </table>
      ))}
    </details>
  );
}

function Replies({ checked: { replies } }: Props) {
  const format = useFormat();
  if (replies.length === 0) return null;
  return (
    <details className={classes.layer}>
      <summary>Replies as they came</summary>
      {replies.map(({ kind, question_id, reply, who, at }) => (
        <section key={`${kind} ${question_id}`} aria-label={kind === "search" ? "Search" : `Review of ${question_id}`}>
          <p className={classes.note}>
            {kind === "search" ? "Search" : `Review of question ${question_id}`} by {who}, {format.instant(at)}
          </p>
          {reply === null ? (
            <p>It was removed with the respondent's identifiers.</p>
          ) : (
            <pre className={classes.reply}>{JSON.stringify(reply, null, 2)}</pre>
          )}
        </section>
      ))}
    </details>
  );
}
