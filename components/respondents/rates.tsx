import { qualityChecks } from "@/lib/contracts/terms/quality";
import { type ExclusionRule, suspectCategories } from "@/lib/contracts/terms/respondents";
import { rateNames, ruleRates } from "@/lib/respondents/rates";
import { ruleNames } from "@/lib/respondents/words";
import classes from "./thresholds.module.css";

const rules: readonly ExclusionRule[] = [...qualityChecks, ...suspectCategories];

/** How often each rule is right, and the source of that figure. */
export function Rates() {
  return (
    <details className={classes.rates}>
      <summary>How often each rule is right</summary>
      <p>
        Of the checks of the built-in quality service. “Measured” is on labelled texts and made-up copies, “published”
        in a study of others. Rules and reviewers, on the page of respondents, shows how your reviewers decided.
      </p>
      <dl>
        {rules.map((rule) => (
          <div key={rule}>
            <dt>
              {ruleNames[rule]} <small>{rateNames[ruleRates[rule].from]}</small>
            </dt>
            <dd>{ruleRates[rule].says}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
