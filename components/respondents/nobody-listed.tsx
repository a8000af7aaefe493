import { NothingListed } from "@/components/lists/list-page";
import { LinkButton } from "@/components/ui/button";
import { NOBODY_SCORED } from "@/lib/respondents/words";
import { scoreHref } from "./hrefs";

type Props = { surveyId: string; narrowed: boolean; onClear: () => void };

/** Stands for the rows: nobody matches, or nobody was scored yet and how that is done. */
export function NobodyListed({ surveyId, narrowed, onClear }: Props) {
  return (
    <NothingListed
      says={
        narrowed
          ? "No respondent matches these filters."
          : `${NOBODY_SCORED} Score the responses that are here, or let the survey platform send respondents to /service/quality with a key from Settings.`
      }
      narrowed={narrowed}
      onClear={onClear}
    >
      {!narrowed && (
        <LinkButton look="primary" href={scoreHref(surveyId)}>
          Score responses
        </LinkButton>
      )}
    </NothingListed>
  );
}
