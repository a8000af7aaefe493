import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { SignInCard } from "@/components/session/sign-in-card";
import { safeAddress } from "@/lib/auth/sign-in-address";
import { currentViewer } from "@/lib/auth/viewer";
import { demoAllowed, publicUrl } from "@/lib/env";
import { connections } from "@/lib/gateway/connections";
import { findProvider, identityProviders } from "@/lib/identity/providers";
import { type IdentityRefusal, identityRefusals, refusalNamed } from "@/lib/identity/refusals";
import { db } from "@/lib/stores/postgres/client";
import { anyUsers } from "@/lib/stores/postgres/users";
import classes from "./sign-in.module.css";

export const metadata: Metadata = { title: "Sign in" };

type Asked = Partial<
  Record<"next" | "callbackUrl" | "error" | "refusal" | "provider" | "reference", string | string[]>
>;
type Search = { searchParams: Promise<Asked> };

export default async function SignInPage({ searchParams }: Search) {
  const asked = await searchParams;
  // next-auth leads here under its own name for it when a sign-in was not finished.
  const next = safeAddress(textOf(asked.next) || textOf(asked.callbackUrl), new URL(publicUrl()).origin);
  if (await currentViewer()) redirect(next);
  const choices = connections().map(({ name, title }) => ({ name, title }));
  return (
    <main className={classes.page}>
      <div>
        <h1>Fieldwork</h1>
        <p>Surveys, quotas and answers in one place.</p>
      </div>
      <div className={classes.card}>
        <SignInCard connections={choices} providers={providerChoices(next)} next={next} refusal={refusalOf(asked)} />
      </div>
      <p className={classes.note}>
        <Link href="/forgot-password" prefetch={false}>
          Forgot password?
        </Link>
      </p>
      <FirstSteps users={await anyUsers(db())} />
    </main>
  );
}

const textOf = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** With the connection's title where there are several. */
function providerChoices(next: string) {
  const all = connections();
  return identityProviders().map(({ kind, name, title, connection }) => {
    const of = all.find((each) => each.name === connection)?.title;
    const href = kind === "saml" ? `/api/saml/${name}/begin?${new URLSearchParams({ next })}` : null;
    return { name, href, title: all.length > 1 && of ? `${title} (${of})` : title };
  });
}

/** What next-auth calls the failures before anything of ours has run. */
const FAILURES: Record<string, IdentityRefusal> = { OAuthSignin: "away" };

const REFERENCE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Why the sign-in by an identity provider was refused, in our own words alone; null: none was. */
function refusalOf(asked: Asked): string | null {
  const [reason, error, reference] = [textOf(asked.refusal), textOf(asked.error), textOf(asked.reference)];
  const refusal = refusalNamed(reason) ?? (error === "" ? undefined : (FAILURES[error] ?? "unfinished"));
  if (refusal === undefined) return null;
  const sentence = identityRefusals[refusal](findProvider(textOf(asked.provider))?.title ?? "The identity provider");
  return REFERENCE.test(reference) ? `${sentence} The log has it under ${reference}.` : sentence;
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
