import { useFormat } from "@/components/ui/use-format";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import classes from "./questions.module.css";

type Props = { counted: CountedQuestion | undefined; code: number; isMissing: boolean };

/** How many chose an option, with their share of those who answered; a missing one has none. */
export function Share({ counted, code, isMissing }: Props) {
  const format = useFormat();
  const n = counted?.counts.find((each) => each.code === code)?.n ?? 0;
  const percent = counted && counted.answered > 0 && !isMissing ? (100 * n) / counted.answered : null;
  return (
    <span className={`figures ${classes.share}`}>
      <span className={classes.fill} style={{ width: `${Math.min(100, percent ?? 0)}%` }} aria-hidden />
      <span>
        {counted ? format.count(n) : "…"}
        {percent !== null && ` · ${format.percent(Math.round(percent))}`}
      </span>
    </span>
  );
}
