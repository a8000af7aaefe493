import Link from "next/link";
import classes from "./session-list.module.css";

/** Back to the survey. */
export const SurveyTrail = ({ surveyId, name }: { surveyId: string; name: string | null }) => (
  <Link className={classes.trail} href={`/surveys/${encodeURIComponent(surveyId)}`} prefetch={false}>
    ‹ {name || "The survey"}
  </Link>
);
