"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { leaveForProvider } from "./leave-for-provider";
import classes from "./sign-in-form.module.css";

type Props = { providers: { name: string; title: string }[]; next: string };

/** Leads to an identity provider, which leads back to `next`. */
export function ProviderButtons({ providers, next }: Props) {
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const go = async (name: string) => {
    setProblem(null);
    setLeavingFor(name);
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
      {providers.map(({ name, title }) => (
        <Button
          key={name}
          isLarge
          isBusy={leavingFor === name}
          disabled={leavingFor !== null}
          onClick={() => void go(name)}
        >
          Sign in with {title}
        </Button>
      ))}
    </div>
  );
}
