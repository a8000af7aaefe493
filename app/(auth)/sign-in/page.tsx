import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInCard } from "@/components/session/sign-in-card";
import { safePath } from "@/lib/auth/sign-in-address";
import { currentViewer } from "@/lib/auth/viewer";
import { demoAllowed } from "@/lib/env";
import { connections } from "@/lib/gateway/connections";
import { db } from "@/lib/stores/postgres/client";
import { anyUsers } from "@/lib/stores/postgres/users";
import classes from "./sign-in.module.css";

export const metadata: Metadata = { title: "Sign in" };

type Search = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Search) {
  const next = safePath((await searchParams).next);
  if (await currentViewer()) redirect(next);
  const choices = connections().map(({ name, title }) => ({ name, title }));
  return (
    <main className={classes.page}>
      <div>
        <h1>Fieldwork</h1>
        <p>Surveys, quotas and answers in one place.</p>
      </div>
      <div className={classes.card}>
        <SignInCard connections={choices} next={next} />
      </div>
      <FirstSteps users={await anyUsers(db())} />
    </main>
  );
}

/** An installation without users says how to make the first; one with demo data names its accounts. */
function FirstSteps({ users }: { users: { any: boolean; demo: boolean } }) {
  if (!users.any) {
    return (
      <p className={classes.note}>
        There are no users yet. Make the first one on the server:{" "}
        <code>npm run user -- add EMAIL --role admin --account NAME</code>
      </p>
    );
  }
  if (!users.demo || !demoAllowed()) return null;
  return (
    <p className={classes.note}>
      This installation has demo data. Sign in as <code>manager@demo.test</code>, <code>analyst@demo.test</code> or{" "}
      <code>admin@demo.test</code> with the password <code>fieldwork-demo</code>.
    </p>
  );
}
