import { FigureTable } from "@/components/ui/figure-table";
import { useFormat } from "@/components/ui/use-format";
import type { RespondentSummary } from "@/lib/contracts/ours/respondents";
import { agreementPercent } from "@/lib/respondents/prepare-panel";
import { ruleNames, WEAK_ALONE } from "@/lib/respondents/words";
import classes from "./quality-panel.module.css";

/** How reviewers decided of those whom each rule suspects: how far a rule can be trusted here. */
export function AgreementTable({ agreement }: { agreement: RespondentSummary["agreement"] }) {
  const { count } = useFormat();
  const suspecting = agreement.filter(({ suspected }) => suspected > 0);
  if (suspecting.length === 0) return null;
  const rows = suspecting.map(({ rule, suspected, excluded, kept, flagged }) => {
    const agreed = agreementPercent({ excluded, kept });
    return {
      key: rule,
      name: ruleNames[rule],
      cells: [
        ...[suspected, excluded, kept, flagged].map(count),
        agreed === null ? "Not reviewed" : `${count(agreed)}%`,
      ],
    };
  });
  return (
    <details className={classes.agreement}>
      <summary>Rules and reviewers</summary>
      <p>{WEAK_ALONE}</p>
      <FigureTable
        caption="How reviewers decided of those whom each rule suspects"
        hidesCaption
        heads={["Rule", "Suspected", "Excluded", "Kept", "Flagged", "Reviewers agree"]}
        rows={rows}
      />
    </details>
  );
}
