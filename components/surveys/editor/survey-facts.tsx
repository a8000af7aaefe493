import { useFormat } from "@/components/ui/use-format";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { countsStarts, surveyProgress } from "@/lib/surveys/progress";
import { UNKNOWN } from "@/lib/tables/format";
import classes from "./survey-editor.module.css";

/** How fielding stands, in figures. */
export function SurveyFacts({ survey }: { survey: Survey }) {
  const format = useFormat();
  const details = survey.field_details;
  const minutes = details?.actual_length_of_interview;
  const incidence = details?.actual_incidence_rate;
  const { counted, target } = surveyProgress(survey);
  const { calculation_type: type } = survey;
  const progress = `${format.count(counted)} of ${format.count(target)}`;
  const facts = [
    { label: "Completes", value: countsStarts(type) ? format.count(details?.survey_completes) : progress },
    { label: "Starts", value: countsStarts(type) ? progress : format.count(details?.survey_starts) },
    { label: "Measured incidence", value: incidence == null ? UNKNOWN : `${format.tenths(incidence)}%` },
    { label: "Measured length", value: minutes == null ? UNKNOWN : `${format.tenths(minutes)} min` },
    { label: "Spent", value: format.usd(details?.total_cost) },
    { label: "Last complete", value: format.instant(details?.last_complete_at) },
  ];
  const terminations = [
    ["Standard", details?.standard_terminations],
    ["Quality", details?.quality_terminations],
    ["Security", details?.security_terminations],
    ["Over quota", details?.overquota_terminations],
  ] as const;
  return (
    <section className={classes.card} aria-label="Fielding">
      <dl className={classes.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.terminations}>
        <span>Terminations:</span>
        {terminations.map(([label, count]) => (
          <span key={label}>
            {label} {format.count(count)}
          </span>
        ))}
      </p>
    </section>
  );
}
