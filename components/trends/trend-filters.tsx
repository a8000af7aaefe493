import { AnswerFilter } from "@/components/pickers/answer-filter";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { TrendState } from "@/lib/trends/address";

type Change = (change: Partial<TrendState>) => void;
type Props = {
  state: TrendState;
  questions: Question[];
  /** Whether they are still being read. */
  isReading: boolean;
  onChange: Change;
};

/** Which responses count, and where another filter is compared, which stand behind the dotted line. */
export function TrendFilters({ state, questions, isReading, onChange }: Props) {
  const isSame = JSON.stringify(state.filter) === JSON.stringify(state.against);
  return (
    <>
      <AnswerFilter
        items={state.filter}
        questions={questions}
        isReading={isReading}
        onChange={(filter) => onChange({ filter, zoom: null })}
      />
      {state.compare === "filter" && (
        <AnswerFilter
          label="Compared with"
          add="Add filter to compare"
          items={state.against}
          questions={questions}
          onChange={(against) => onChange({ against, zoom: null })}
          isNamed
          {...(isSame && { hint: "Both filters are the same: add a condition to one of them to compare them." })}
        />
      )}
    </>
  );
}
