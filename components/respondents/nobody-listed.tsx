import { NothingListed } from "@/components/lists/list-page";

type Props = { narrowed: boolean; onClear: () => void };

/** Stands for the rows: nobody matches, or nobody was scored yet and how that is done. */
export function NobodyListed({ narrowed, onClear }: Props) {
  return (
    <NothingListed
      says={
        narrowed
          ? "No respondent matches these filters."
          : "Nobody of this survey was scored yet. Score the responses that are here, or let the survey platform send respondents to /service/quality with a key from Settings."
      }
      narrowed={narrowed}
      onClear={onClear}
    />
  );
}
