import Link from "next/link";
import { useService } from "./service";

/** A survey by its name, with its number; one that is known opens. */
export function SurveyName({ number, name }: { number: string; name: string | null }) {
  const href = useService().hrefOf(number);
  if (name === null) return <code>{number}</code>;
  return (
    <>
      {href === null ? (
        <b>{name}</b>
      ) : (
        <Link href={href} prefetch={false}>
          {name}
        </Link>
      )}{" "}
      <small>
        <code>{number}</code>
      </small>
    </>
  );
}
