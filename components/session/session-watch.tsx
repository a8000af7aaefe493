"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import type { ConnectionView } from "@/lib/contracts/context";
import { callAs, onSignedOut, signedInAgain } from "@/lib/http/client";
import { sessionsQuery } from "@/lib/settings/queries";
import type { Person } from "./app-frame";
import type { Asking } from "./sign-in-again";

const SignInAgain = onDemand<Asking>(
  async () => (await import("./sign-in-again")).SignInAgain,
  () => <DialogFrame />,
);

/** A timer cannot run longer than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const ASK_AGAIN_MS = 60_000;

/**
 * Watches the session's end. When a call says that it has come, the password is asked for in place, or whoever has none
 * signs in beside it: the page behind keeps its unsaved edits, and a save can be repeated.
 */
export function SessionWatch({ person, connection }: { person: Person; connection: ConnectionView }) {
  const [ended, setEnded] = useState(false);
  const queries = useQueryClient();
  const router = useRouter();

  // Before the effects in which the page makes its first calls.
  useLayoutEffect(() => callAs(person.id), [person.id]);
  useEffect(() => onSignedOut(() => setEnded(true)), []);
  useEffect(() => {
    const remainingMs = () => Date.parse(person.expiresAt) - Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      timer = setTimeout(ask, Math.min(Math.max(0, ms), LONGEST_TIMER_MS));
    };
    // The clock of this computer may be wrong, and another tab may have signed in again: the server knows.
    const ask = () => {
      void queries.prefetchQuery({ ...sessionsQuery(), staleTime: 0 });
      wait(Math.max(remainingMs(), ASK_AGAIN_MS));
    };
    wait(remainingMs());
    return () => clearTimeout(timer);
  }, [person.expiresAt, queries]);

  return (
    ended && (
      <SignInAgain
        connection={connection}
        email={person.email}
        isByProvider={person.isByProvider}
        onSignedIn={() => {
          setEnded(false);
          signedInAgain();
          void queries.invalidateQueries();
          router.refresh();
        }}
      />
    )
  );
}
