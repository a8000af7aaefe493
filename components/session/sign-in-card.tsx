"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ProviderButtons, type ProviderChoice } from "./provider-buttons";
import { SignInForm } from "./sign-in-form";
import classes from "./sign-in-form.module.css";

type Choice = { name: string; title: string };
type Props = {
  connections: Choice[];
  /** Identity providers that somebody may sign in by. */
  providers: ProviderChoice[];
  next: string;
  /** Why the last sign-in by an identity provider was refused. */
  refusal: string | null;
};

/** The sign-in page's ways in: each leads on to where the person was going. */
export function SignInCard({ connections, providers, next, refusal }: Props) {
  const router = useRouter();
  const queries = useQueryClient();
  return (
    <div className={classes.form}>
      {refusal && (
        <div role="alert" className={classes.refusal}>
          {refusal}
        </div>
      )}
      <SignInForm
        connections={connections}
        onSignedIn={() => {
          // Of whoever was signed in before, when a link led here.
          queries.clear();
          router.replace(next);
          router.refresh();
        }}
      />
      {providers.length > 0 && <ProviderButtons providers={providers} next={next} />}
    </div>
  );
}
