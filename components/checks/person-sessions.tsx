import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { useFormat } from "@/components/ui/use-format";
import { checkHref } from "@/lib/checks/address";
import { NO_SUPPLIER } from "@/lib/checks/reasons-table";
import type { CheckedRespondent, PersonSession } from "@/lib/contracts/ours/checks";
import { MOST_SESSIONS } from "@/lib/contracts/terms/checks";
import { failureNames, NO_FAILURE } from "@/lib/contracts/terms/fraud";
import classes from "./checks.module.css";

type Props = { checked: CheckedRespondent };

/** The sessions of the person over surveys, oldest first. */
export function PersonSessions({ checked: { sessions, survey_number, session_id, verdict } }: Props) {
  const format = useFormat();
  if (sessions === null) {
    return verdict && <p className={classes.note}>This service does not tell a person's other sessions.</p>;
  }
  if (sessions.length === 0) return null;
  const isThis = (session: PersonSession) =>
    session.survey_number === survey_number && session.session_id === session_id;
  return (
    <section aria-label="Sessions of this person">
      <h3>Sessions of this person ({format.count(sessions.length)})</h3>
      {sessions.length >= MOST_SESSIONS && (
        <p className={classes.note}>There are more. {format.count(MOST_SESSIONS)} are shown.</p>
      )}
      <ol className={classes.timeline}>
        {sessions.map((session) => (
          <li key={`${session.survey_number} ${session.session_id}`} data-this={isThis(session)}>
            <time dateTime={session.at}>{format.instant(session.at)}</time>
            <span>{session.survey_name ?? session.survey_number}</span>
            {isThis(session) ? (
              <b>{session.session_id}, this session</b>
            ) : (
              <Link href={checkHref(session.survey_number, session.session_id)} prefetch={false}>
                {session.session_id}
              </Link>
            )}
            <span>{session.supplier ?? NO_SUPPLIER}</span>
            <Outcome reason={session.failure_reason} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Outcome({ reason }: { reason: PersonSession["failure_reason"] }) {
  if (reason === null) return <Badge>Not checked</Badge>;
  return reason === NO_FAILURE ? <Badge>Passes</Badge> : <Badge tone="red">{failureNames[reason]}</Badge>;
}
