import { useFormat } from "@/components/ui/use-format";
import type { RespondentSummary } from "@/lib/contracts/ours/respondents";
import { agreementPercent } from "@/lib/respondents/prepare-panel";
import { ruleNames, WEAK_ALONE } from "@/lib/respondents/words";
import classes from "./quality-panel.module.css";

/** How reviewers decided of those whom each rule suspects: how far a rule can be trusted here. */
export function AgreementTable({ agreement }: { agreement: RespondentSummary["agreement"] }) {
  const format = useFormat();
  const rows = agreement.filter(({ suspected }) => suspected > 0);
  if (rows.length === 0) return null;
  return (
    <details className={classes.agreement}>
      <summary>Rules and reviewers</summary>
      <p>{WEAK_ALONE}</p>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <caption className="visually-hidden">How reviewers decided of those whom each rule suspects</caption>
          <thead>
            <tr>
              {["Rule", "Suspected", "Excluded", "Kept", "Flagged", "Reviewers agree"].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ rule, suspected, excluded, kept, flagged }) => {
              const agreed = agreementPercent({ excluded, kept });
              return (
                <tr key={rule}>
                  <th scope="row">{ruleNames[rule]}</th>
                  <td>{format.count(suspected)}</td>
                  <td>{format.count(excluded)}</td>
                  <td>{format.count(kept)}</td>
                  <td>{format.count(flagged)}</td>
                  <td>{agreed === null ? "Not reviewed" : `${format.count(agreed)}%`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
