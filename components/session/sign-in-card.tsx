"use client";

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
          router.replace(next);
          router.refresh();
        }}
      />
      {providers.length > 0 && <ProviderButtons providers={providers} next={next} />}
    </div>
  );
}
