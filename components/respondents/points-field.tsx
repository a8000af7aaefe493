import { useEffect, useId } from "react";
import { useNumberText } from "@/components/ui/use-number-text";
import { mostDataPoints, type QualityCheck } from "@/lib/contracts/terms/quality";
import classes from "./thresholds.module.css";

type Props = {
  check: QualityCheck;
  points: number;
  label: string;
  onChange: (points: number) => void;
  onProblem: (check: QualityCheck, hasProblem: boolean) => void;
};

/** How many scored points a check's rule needs, within the rule's row. Text that is refused changes nothing. */
export function PointsField({ check, points, label, onChange, onProblem }: Props) {
  const id = useId();
  const { input, problem } = useNumberText({
    value: points,
    min: 1,
    max: mostDataPoints[check],
    decimals: 0,
    onChange: (next) => {
      if (next !== null && !Number.isNaN(next)) onChange(next);
    },
  });
  const sentence = input.value.trim() === "" ? `Type a number from 1 to ${mostDataPoints[check]}.` : problem;
  const hasProblem = sentence !== null;
  // A field that is gone, with its rule switched off, stops nothing.
  useEffect(() => {
    onProblem(check, hasProblem);
    return () => onProblem(check, false);
  }, [check, hasProblem, onProblem]);
  return (
    <>
      <span className={classes.points}>
        from
        <input {...input} aria-label={label} {...(hasProblem && { "aria-invalid": true, "aria-describedby": id })} />
        {points === 1 ? "point" : "points"}
      </span>
      {hasProblem && (
        <p id={id} className={classes.problem}>
          {sentence}
        </p>
      )}
    </>
  );
}
