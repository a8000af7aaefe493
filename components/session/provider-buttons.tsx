"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { leaveForProvider } from "./leave-for-provider";
import classes from "./sign-in-form.module.css";

export type ProviderChoice = {
  name: string;
  title: string;
  /** An address of ours that leads there; null: the way there begins with a call. */
  href: string | null;
};
type Props = { providers: ProviderChoice[]; next: string };

/** Leads to an identity provider, which leads back to `next`. */
export function ProviderButtons({ providers, next }: Props) {
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const go = async ({ name, href }: ProviderChoice) => {
    setProblem(null);
    setLeavingFor(name);
    if (href !== null) return window.location.assign(href);
    const found = await leaveForProvider(name, next);
    // Busy until the provider's page is there.
    if (found === null) return;
    setLeavingFor(null);
    setProblem(found);
  };
  return (
    <div className={classes.form}>
      {problem && (
        <div role="alert" className={classes.refusal}>
          {problem}
        </div>
      )}
      {providers.map((provider) => (
        <Button
          key={provider.name}
          isLarge
          isBusy={leavingFor === provider.name}
          disabled={leavingFor !== null}
          onClick={() => void go(provider)}
        >
          Sign in with {provider.title}
        </Button>
      ))}
    </div>
  );
}
