import type { ReactElement } from "react";
import { Badge } from "@/components/ui/badge";
import { useFormat } from "@/components/ui/use-format";
import type { EvidencePoint } from "@/lib/contracts/ours/respondents";
import { type QualityCheck, qualityChecks } from "@/lib/contracts/terms/quality";
import { bandOf, type ScoreBand, suspectCategories } from "@/lib/contracts/terms/respondents";
import { durationText } from "@/lib/respondents/duration";
import { textParts } from "@/lib/respondents/highlights";
import { rateText } from "@/lib/respondents/rates";
import { categoryNames, checkNames } from "@/lib/respondents/words";
import { UNKNOWN } from "@/lib/tables/format";
import classes from "./evidence.module.css";

type Sent<C extends QualityCheck> = Extract<EvidencePoint["sent"], { check: C }>;

/** What was scored of a respondent, check by check, each point with its score and why. */
export function EvidencePoints({ points }: { points: readonly EvidencePoint[] }) {
  if (points.length === 0) return <p className={classes.none}>Nothing of this respondent was scored.</p>;
  return qualityChecks.map((check) => {
    const own = points.filter((point) => point.check === check);
    if (own.length === 0) return null;
    return (
      <section key={check} className={classes.check} aria-label={checkNames[check]}>
        <h2>{checkNames[check]}</h2>
        {check !== "OES" && <p className={classes.rate}>{rateText(check)}</p>}
        {check === "TS" ? (
          <Times points={own} />
        ) : (
          own.map((point) => <Point key={point.data_point_id} point={point} />)
        )}
      </section>
    );
  });
}

function Point({ point }: { point: EvidencePoint }) {
  const { sent, category, reason, data_point_id: id } = point;
  const suspected = suspectCategories.find((each) => each === category);
  return (
    <article className={classes.point} data-suspect={isSuspect(point) || undefined}>
      <header>
        <h3>{sent?.check === "OES" ? sent.question : id}</h3>
        <span>
          {suspected && <Badge tone="orange">{categoryNames[suspected]}</Badge>}
          <Score score={point.score} />
        </span>
      </header>
      <SentPart point={point} />
      {reason && <p className={classes.reason}>{reason}</p>}
      {suspected && <p className={classes.rate}>{rateText(suspected)}</p>}
    </article>
  );
}

/** What the respondent gave, as each check looks at it. */
function SentPart({ point: { sent } }: { point: EvidencePoint }): ReactElement | null {
  switch (sent?.check) {
    case "OES":
      return <Answer sent={sent} />;
    case "GQS":
      return <GridAnswers sent={sent} />;
    case "CHS":
      return <Interview sent={sent} />;
    case "BAS":
      return <Behaviour sent={sent} />;
    case "TS":
      return null;
    case undefined:
      return <p className={classes.none}>The service does not say what was sent.</p>;
  }
}

function Answer({ sent: { answer, highlights } }: { sent: Sent<"OES"> }) {
  if (answer.trim() === "") return <p className={classes.none}>Empty</p>;
  return (
    <blockquote className={classes.answer} dir="auto">
      {textParts(answer, highlights).map(({ from, text, isMarked }) =>
        isMarked ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
      )}
    </blockquote>
  );
}

const GridAnswers = ({ sent: { answers } }: { sent: Sent<"GQS"> }) => (
  <p className={classes.grid} title={`${answers.length} answers in their order`}>
    {answers.join(" ")}
  </p>
);

const Interview = ({ sent: { interview } }: { sent: Sent<"CHS"> }) => (
  <table className={classes.facts}>
    <tbody>
      {interview.map(({ question, answer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question can be asked twice, and the order stays
        <tr key={at}>
          <th scope="row">{question}</th>
          <td dir="auto">{answer}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Behaviour({ sent: { keystrokes, pastes, seconds } }: { sent: Sent<"BAS"> }) {
  const { count, tenths } = useFormat();
  return (
    <p className={classes.reason}>
      {count(keystrokes)} {keystrokes === 1 ? "keystroke" : "keystrokes"} · {count(pastes)}{" "}
      {pastes === 1 ? "paste" : "pastes"}
      {seconds !== null && ` · ${tenths(seconds)} s`}
    </p>
  );
}

const SHOWN_TIMES = 8;

/** Durations as bars against the survey's median, the fastest of it first. */
function Times({ points }: { points: readonly EvidencePoint[] }) {
  const ordered = points
    .flatMap(({ sent, ...point }) => (sent?.check === "TS" ? [{ ...point, sent }] : []))
    .sort((a, b) => shareOf(a.sent) - shareOf(b.sent));
  const unsaid = points.length - ordered.length;
  const table = (some: typeof ordered) => (
    <table className={classes.times}>
      <thead>
        <tr>
          <th scope="col">Point</th>
          <th scope="col">Time</th>
          <th scope="col">Median</th>
          <th scope="col">Of the median</th>
          <th scope="col">Score</th>
        </tr>
      </thead>
      <tbody>
        {some.map((point) => (
          <TimeRow key={point.data_point_id} {...point} />
        ))}
      </tbody>
    </table>
  );
  return (
    <>
      {ordered.length > 0 && table(ordered.slice(0, SHOWN_TIMES))}
      {ordered.length > SHOWN_TIMES && (
        <details className={classes.more}>
          <summary>{ordered.length - SHOWN_TIMES} more</summary>
          {table(ordered.slice(SHOWN_TIMES))}
        </details>
      )}
      {unsaid > 0 && <p className={classes.none}>The service does not say the times of {unsaid} points.</p>}
    </>
  );
}

const shareOf = ({ duration_ms, median_ms }: Sent<"TS">) => (median_ms ? duration_ms / median_ms : Number.MAX_VALUE);

type TimePoint = Omit<EvidencePoint, "sent"> & { sent: Sent<"TS"> };

function TimeRow({ data_point_id: id, score, reason, sent }: TimePoint) {
  const format = useFormat();
  const { duration_ms: took, median_ms: median } = sent;
  const percent = median ? (took * 100) / median : null;
  return (
    <tr title={reason || undefined}>
      <th scope="row">{id}</th>
      <td>{durationText(took, format)}</td>
      <td>{median === null ? UNKNOWN : durationText(median, format)}</td>
      <td>
        {percent === null ? (
          UNKNOWN
        ) : (
          <span className={classes.share}>
            <i style={{ width: `${Math.min(100, percent / 2)}%` }} />
            {format.count(percent)}%
          </span>
        )}
      </td>
      <td>
        <Score score={score} />
      </td>
    </tr>
  );
}

const SUSPECT_BANDS: readonly (ScoreBand | null)[] = ["bad", "poor"];
const isSuspect = ({ score }: EvidencePoint) => SUSPECT_BANDS.includes(bandOf(score));

function Score({ score }: { score: number }) {
  const band = bandOf(score);
  return band === null ? (
    <span className={classes.score}>Not scored</span>
  ) : (
    <span className={classes.score} data-band={band} title="Score, 0 to 100">
      {score}
    </span>
  );
}
