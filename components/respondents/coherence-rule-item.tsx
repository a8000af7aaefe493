import { Button } from "@/components/ui/button";
import { refusedProps } from "@/components/ui/refusable";
import { REMOVES } from "@/components/ui/use-focus-after-removal";
import { useFormat } from "@/components/ui/use-format";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { CoherencePreview } from "@/lib/contracts/ours/interviews";
import { effectText, ruleText } from "@/lib/respondents/coherence-form";
import classes from "./coherence.module.css";
import { respondentHref } from "./hrefs";

type Effect = CoherencePreview["rules"][number];
type Props = {
  surveyId: string;
  rule: CoherenceRule;
  labelOf: (asked: CoherenceRule["first"]) => string;
  preview: CoherencePreview | undefined;
  effect: Effect | undefined;
  isChanging: boolean;
  /** Why rules cannot be changed; null: they can. */
  refused: string | null;
  onEdit: () => void;
  onRemove: () => void;
};

/** A rule in words, with what it finds in this survey. */
export function CoherenceRuleItem(props: Props) {
  const { surveyId, rule, labelOf, preview, effect, isChanging, refused, onEdit, onRemove } = props;
  const words = ruleText(rule, labelOf);
  const may = refused === null && !isChanging;
  return (
    <li>
      <div>
        <h2>{rule.name}</h2>
        {words !== rule.name && <p>{words}</p>}
        {preview && effect && <RuleEffect surveyId={surveyId} interviews={preview.interviews} effect={effect} />}
      </div>
      <div>
        <Button isSmall aria-label={`Edit ${rule.name}`} {...refusedProps(refused)} {...(may && { onClick: onEdit })}>
          Edit…
        </Button>
        <Button
          isSmall
          aria-label={`Remove ${rule.name}`}
          {...REMOVES}
          {...refusedProps(refused)}
          {...(may && { onClick: onRemove })}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

type EffectProps = { surveyId: string; interviews: number; effect: Effect };

/** How many contradict a rule, and who for example. */
export function RuleEffect({ surveyId, interviews, effect }: EffectProps) {
  const { count } = useFormat();
  const { respondent_ids: ids } = effect;
  return (
    <>
      <p>{effectText({ interviews, ...effect }, count)}</p>
      {ids.length > 0 && (
        <p className={classes.examples}>
          {ids.length < effect.contradicting ? "For example" : "They are"}{" "}
          {ids.map((id) => (
            <a key={id} href={respondentHref(surveyId, id)} target="_blank" rel="noreferrer" title={id}>
              {id}
            </a>
          ))}
        </p>
      )}
    </>
  );
}
