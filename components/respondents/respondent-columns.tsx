import Link from "next/link";
import classes from "@/components/lists/long-id.module.css";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { screenColumns } from "@/components/ui/screen-columns";
import type { RespondentRow } from "@/lib/contracts/ours/respondents";
import { categoriesText, respondentTable } from "@/lib/respondents/respondent-table";
import type { Format } from "@/lib/tables/format";
import { respondentHref } from "./hrefs";
import { DecisionBadge, ScoreBadge } from "./score-badge";

/** Columns of a survey's respondents on the screen: the same as in a file, some of them drawn. */
export const respondentColumns = (surveyId: string, format: Format): Column<RespondentRow>[] =>
  screenColumns(respondentTable, format, {
    respondent: {
      ...{ fixed: "first", card: "title" },
      cell: ({ respondent_id }) => <RespondentLink surveyId={surveyId} id={respondent_id} />,
    },
    score: { figures: false, card: "corner", cell: (row) => <ScoreBadge row={row} /> },
    reasons: {
      wraps: true,
      cell: ({ reasons }, text) => (reasons.length === 0 ? text : <Reasons reasons={reasons} />),
    },
    checks: { wraps: true, cell: (row, text) => <Checks row={row} text={text} /> },
    at: { cell: ({ at }) => <time title={format.instant(at)}>{format.brief(at)}</time> },
    decision: { wraps: true, cell: (row) => <Decision row={row} format={format} /> },
  });

/** Opens a respondent's evidence. In a row its id is shown by both ends, in a card as a whole. */
function RespondentLink({ surveyId, id }: { surveyId: string; id: string }) {
  return (
    <Link href={respondentHref(surveyId, id)} prefetch={false} title={id}>
      <code className={classes.id}>
        {id.length > 16 ? (
          <>
            {id.slice(0, 8)}
            <span className={classes.middle}>{id.slice(8, -4)}</span>
            {id.slice(-4)}
          </>
        ) : (
          id
        )}
      </code>
    </Link>
  );
}

const SHOWN = 2;

/** The first reasons; the respondent's own page has all of them. */
function Reasons({ reasons }: { reasons: readonly string[] }) {
  const others = reasons.length - SHOWN;
  return (
    <>
      {reasons.slice(0, SHOWN).join(" ")}
      {others > 0 && <small title={reasons.slice(SHOWN).join("\n")}>and {others} more</small>}
    </>
  );
}

/** Scores by check, and beneath them what the open answers were. */
function Checks({ row, text }: { row: RespondentRow; text: string }) {
  const categories = categoriesText(row);
  return (
    <>
      {text}
      {categories && <small>{categories}</small>}
    </>
  );
}

/** What a reviewer decided, and whether the respondent is excluded where that says something else. */
function Decision({ row: { review, is_excluded }, format }: { row: RespondentRow; format: Format }) {
  return (
    <>
      {is_excluded && review?.decision !== "exclude" && <Badge tone="red">Excluded</Badge>}{" "}
      <DecisionBadge review={review} />
      {review && (
        <small>
          {review.note && `${review.note} · `}
          {review.by}, {format.day(review.at)}
        </small>
      )}
    </>
  );
}
