"use client";

import { useQuery } from "@tanstack/react-query";
import { FigureTable } from "@/components/ui/figure-table";
import { Folded } from "@/components/ui/folded";
import { LoadError } from "@/components/ui/load-error";
import { RowButton } from "@/components/ui/row-button";
import { useFormat } from "@/components/ui/use-format";
import type { RespondentSummary } from "@/lib/contracts/ours/respondents";
import { bandLimits, scoreBands, suspectCategories } from "@/lib/contracts/terms/respondents";
import { bandParts, percentOf, prepareBars, sumOfBands, type TimeBar } from "@/lib/respondents/prepare-panel";
import { summaryOptions } from "@/lib/respondents/queries";
import { bandNames, categoryNames, checkNames, NO_SUPPLIER, respondentsText } from "@/lib/respondents/words";
import type { Format } from "@/lib/tables/format";
import { AgreementTable } from "./agreement-table";
import classes from "./quality-panel.module.css";
import { ScoringCost } from "./scoring-cost";

type Narrow = { checks: string[] } | { categories: string[] } | { suppliers: string[] } | { bands: string[] };
type Props = {
  surveyId: string;
  /** Narrows the list below. */
  onNarrow: (to: Narrow) => void;
};

/** The quality of a survey's respondents: how many are good, by check, category, supplier and over time. */
export function QualityPanel({ surveyId, onNarrow }: Props) {
  const { data, error, refetch } = useQuery(summaryOptions(surveyId));
  if (error && !data) return <LoadError what="The summary" error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.panel} style={{ minHeight: 260 }} aria-busy />;
  if (data.respondents === 0) return null;
  return (
    <section className={classes.panel} aria-label="Quality">
      <Totals surveyId={surveyId} summary={data} onNarrow={onNarrow} />
      <Folded label="By check, category and supplier">
        <Checks summary={data} onNarrow={onNarrow} />
        <Categories summary={data} onNarrow={onNarrow} />
        <Suppliers summary={data} onNarrow={onNarrow} />
        <AgreementTable agreement={data.agreement} />
      </Folded>
    </section>
  );
}

type PartProps = { summary: RespondentSummary; onNarrow: Props["onNarrow"] };

function Totals({ surveyId, summary, onNarrow }: PartProps & Pick<Props, "surveyId">) {
  const format = useFormat();
  const { totals, respondents, excluded, pending } = summary;
  const scored = sumOfBands(totals);
  return (
    <div className={classes.totals}>
      <p className={classes.good}>
        <b>{percentText(percentOf(totals.good, scored), format)}</b> good
      </p>
      <BandBar bands={totals} label="Respondents by score" />
      <ul className={classes.legend}>
        {scoreBands.map((band) => (
          <li key={band} data-band={band}>
            <RowButton isLink onClick={() => onNarrow({ bands: [band] })} title={bandLimits[band].join("–")}>
              {bandNames[band]}
            </RowButton>{" "}
            {format.count(totals[band])}
          </li>
        ))}
      </ul>
      <p>
        {respondentsText(format.count, respondents)} · {format.count(excluded)} excluded
        {excluded > 0 && ` (${percentText(percentOf(excluded, respondents), format)})`}
        {pending > 0 && ` · ${format.count(pending)} waiting to be scored`}
      </p>
      <Time days={summary.days} />
      <p className={classes.cost}>
        <ScoringCost surveyId={surveyId} of="all responses" />
      </p>
    </div>
  );
}

const percentText = (percent: number | null, { fixed }: Pick<Format, "fixed">) =>
  percent === null ? "–" : `${fixed(percent, 1)}%`;

function BandBar({ bands, label }: { bands: RespondentSummary["totals"]; label: string }) {
  const parts = bandParts(bands);
  const says = parts.map(({ band, respondents }) => `${bandNames[band]} ${respondents}`).join(", ");
  return (
    <span className={classes.bar} role="img" aria-label={`${label}: ${says || "none"}`} title={says}>
      {parts.map(({ band, percent }) => (
        <i key={band} data-band={band} style={{ width: `${percent}%` }} />
      ))}
    </span>
  );
}

const BAR_HEIGHT = 40;
const BAR_WIDTH = 6;

/** The share good over time; a bar for each day, or for several where there are many. */
function Time({ days }: { days: RespondentSummary["days"] }) {
  const format = useFormat();
  const bars = prepareBars(days);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || bars.length < 2) return null;
  const textOf = ({ from, to, percentGood, respondents }: TimeBar) =>
    `${from === to ? format.day(from) : `${format.day(from)} to ${format.day(to)}`}: ${percentText(percentGood, format)} good of ${respondents}`;
  return (
    <figure className={classes.time}>
      <figcaption>Share good over time (UTC)</figcaption>
      <svg
        viewBox={`0 0 ${bars.length * BAR_WIDTH} ${BAR_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Share good from ${textOf(first)} to ${textOf(last)}`}
      >
        {bars.map((bar, at) =>
          bar.percentGood === null ? null : (
            <g key={bar.from}>
              <title>{textOf(bar)}</title>
              <rect x={at * BAR_WIDTH} y={0} width={BAR_WIDTH - 1} height={BAR_HEIGHT} className={classes.rest} />
              <rect
                x={at * BAR_WIDTH}
                y={BAR_HEIGHT * (1 - bar.percentGood / 100)}
                width={BAR_WIDTH - 1}
                height={(BAR_HEIGHT * bar.percentGood) / 100}
                className={classes.share}
              />
            </g>
          ),
        )}
      </svg>
      <div>
        <span>{format.day(first.from)}</span>
        <span>{format.day(last.to)}</span>
      </div>
    </figure>
  );
}

function Checks({ summary: { checks }, onNarrow }: PartProps) {
  const format = useFormat();
  const scored = checks.filter(({ respondents }) => respondents > 0);
  const rows = scored.map(({ check, respondents, mean, bands }) => ({
    key: check,
    name: (
      <RowButton isLink onClick={() => onNarrow({ checks: [check] })}>
        {checkNames[check]}
      </RowButton>
    ),
    cells: [
      <BandBar key="bar" bands={bands} label={checkNames[check]} />,
      format.tenths(mean),
      format.count(respondents),
    ],
  }));
  return <FigureTable caption="By check" heads={["Check", "Bands", "Mean", "Scored"]} rows={rows} />;
}

function Categories({ summary: { categories, respondents: all }, onNarrow }: PartProps) {
  const format = useFormat();
  const given = categories.filter(({ answers }) => answers > 0);
  const rows = given.map(({ category, answers, respondents }) => {
    const suspect = suspectCategories.find((each) => each === category);
    return {
      key: category,
      name: suspect ? (
        <RowButton isLink onClick={() => onNarrow({ categories: [suspect] })}>
          {categoryNames[category]}
        </RowButton>
      ) : (
        categoryNames[category]
      ),
      cells: [
        format.count(answers),
        <>
          {format.count(respondents)} <small>{percentText(percentOf(respondents, all), format)}</small>
        </>,
      ],
    };
  });
  if (rows.length === 0) return null;
  return <FigureTable caption="Open answers by category" heads={["Category", "Answers", "Respondents"]} rows={rows} />;
}

function Suppliers({ summary: { suppliers }, onNarrow }: PartProps) {
  const format = useFormat();
  const rows = suppliers.map(({ supplier, respondents, good, excluded, mean }) => ({
    key: supplier?.code ?? "",
    name: supplier ? (
      <RowButton isLink onClick={() => onNarrow({ suppliers: [supplier.code] })}>
        {supplier.name}
      </RowButton>
    ) : (
      NO_SUPPLIER
    ),
    cells: [
      format.count(respondents),
      percentText(percentOf(good, respondents), format),
      format.tenths(mean),
      format.count(excluded),
    ],
  }));
  if (rows.length === 0) return null;
  return (
    <FigureTable caption="By supplier" heads={["Supplier", "Respondents", "Good", "Mean", "Excluded"]} rows={rows} />
  );
}
