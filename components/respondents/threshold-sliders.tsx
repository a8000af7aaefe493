import { tip } from "@/components/ui/tip";
import { useFormat } from "@/components/ui/use-format";
import type { ThresholdPreview, Thresholds } from "@/lib/contracts/ours/respondents";
import { type QualityCheck, qualityChecks } from "@/lib/contracts/terms/quality";
import { type ExclusionRule, suspectCategories } from "@/lib/contracts/terms/respondents";
import { rateNames, rateText, ruleRates } from "@/lib/respondents/rates";
import { levelOf, levelText, limitsOf, pointsOf, withLevel, withPoints } from "@/lib/respondents/thresholds";
import { respondentsText, ruleNames } from "@/lib/respondents/words";
import { PointsField } from "./points-field";
import classes from "./thresholds.module.css";

type Props = {
  thresholds: Thresholds;
  /** What the thresholds do, as far as it was worked out. */
  rules: ThresholdPreview["rules"];
  onChange: (thresholds: Thresholds) => void;
  /** Whether a check's number of points is typed as text that is refused. */
  onProblem: (check: QualityCheck, hasProblem: boolean) => void;
};

const groups: { title: string; says: string; rules: readonly ExclusionRule[] }[] = [
  { title: "Total score", says: "Excludes respondents whose total score is below the threshold.", rules: ["total"] },
  {
    title: "Checks",
    says: "Excludes respondents whose score for a check is below the threshold.",
    rules: qualityChecks,
  },
  {
    title: "Categories of open answers",
    says: "Excludes respondents with at least this many open answers of a category.",
    rules: suspectCategories,
  },
];

/** A slider for each rule. Rules are joined by “or”: one that is not met excludes the respondent. */
export function ThresholdSliders(props: Props) {
  return groups.map(({ title, says, rules }) => (
    <fieldset key={title} className={classes.group}>
      <legend>{title}</legend>
      <p>{says}</p>
      {rules.map((rule) => (
        <Rule key={rule} rule={rule} {...props} />
      ))}
    </fieldset>
  ));
}

function Rule({ rule, thresholds, rules, onChange, onProblem }: Props & { rule: ExclusionRule }) {
  const format = useFormat();
  const { min, max, first } = limitsOf(rule);
  const level = levelOf(thresholds, rule);
  const points = pointsOf(thresholds, rule);
  const effect = rules.find((each) => each.rule === rule);
  const name = ruleNames[rule];
  return (
    <div className={classes.rule} data-off={level === null || undefined}>
      <label>
        <input
          type="checkbox"
          checked={level !== null}
          onChange={(event) => onChange(withLevel(thresholds, rule, event.currentTarget.checked ? first : null))}
        />
        {name}
      </label>

      <input
        type="range"
        aria-label={name}
        aria-valuetext={levelText(rule, level)}
        {...{ min, max, step: 1 }}
        disabled={level === null}
        value={level ?? min}
        onChange={(event) => onChange(withLevel(thresholds, rule, Number(event.currentTarget.value)))}
      />
      <output>{levelText(rule, level)}</output>
      <span className={classes.effect}>
        <span {...tip(rateText(rule))}>{rateNames[ruleRates[rule].from]}</span>
        {level !== null && effect && ` · ${effectText(effect, format.count)}`}
      </span>
      {points && level !== null && (
        <PointsField
          {...points}
          label={`Scored points that the rule ${name} needs`}
          onChange={(next) => onChange(withPoints(thresholds, points.check, next))}
          onProblem={onProblem}
        />
      )}
    </div>
  );
}

const effectText = ({ respondents, alone }: ThresholdPreview["rules"][number], count: (value: number) => string) =>
  respondents === 0 ? "Nobody" : `${respondentsText(count, respondents)}, ${count(alone)} by this rule alone`;
