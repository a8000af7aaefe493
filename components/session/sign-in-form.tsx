"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { PasswordField } from "./password-field";
import classes from "./sign-in-form.module.css";
import { signInRefusal } from "./sign-in-refusal";

type Choice = { name: string; title: string };
type Missing = { email?: string; password?: string };

/** Exchanges e-mail and password; `email` given: it is that person's session that is taken up again. */
export function SignInForm({
  connections,
  connection,
  email,
  onSignedIn,
}: {
  connections: Choice[];
  connection?: string;
  email?: string;
  onSignedIn: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [missing, setMissing] = useState<Missing>({});
  /** The title of the connection that is being signed in to; null: nothing is under way. */
  const [waitingFor, setWaitingFor] = useState<string | null>(null);
  const isBusy = waitingFor !== null;
  /** The latest try: one that was given up says nothing any more. */
  const latest = useRef(0);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setRefusal(null);
    const values = valuesOf(event.currentTarget, { connection: connection ?? connections[0]?.name ?? "" });
    const found: Missing = {
      ...(values.email === "" && { email: "Enter your e-mail." }),
      ...(values.password === "" && { password: "Enter your password." }),
    };
    setMissing(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setWaitingFor(connections.find(({ name }) => name === values.connection)?.title ?? "The service");
    latest.current += 1;
    const mine = latest.current;
    const refused = await signInRefusal(values);
    if (mine !== latest.current) return;
    // Busy until the next page is there.
    if (refused === null) return onSignedIn();
    setWaitingFor(null);
    setRefusal(refused);
  };
  const giveUp = () => {
    latest.current += 1;
    setWaitingFor(null);
  };

  // Values are the fields' own: what was typed, or filled in, before the page had taken over stays. Sent before that,
  // a password must not stand in an address, so the form posts.
  return (
    <form ref={form} onSubmit={submit} noValidate method="post" className={classes.form}>
      {refusal && (
        <div role="alert" className={classes.refusal}>
          {refusal}
        </div>
      )}
      {connections.length > 1 && (
        <FormField label="Connection">
          {(props) => (
            <select {...props} name="connection" defaultValue={connection} disabled={connection !== undefined}>
              {connections.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </FormField>
      )}
      <FormField label="E-mail" error={missing.email}>
        {(props) => (
          <input
            {...props}
            name="email"
            type="email"
            autoComplete="username"
            readOnly={email !== undefined}
            {...(email !== undefined && { defaultValue: email })}
          />
        )}
      </FormField>
      <PasswordField error={missing.password} autoComplete="current-password" />
      <Button type="submit" look="primary" isLarge isBusy={isBusy}>
        Sign in
      </Button>
      {waitingFor !== null && <LongWait service={waitingFor} onCancel={giveUp} />}
    </form>
  );
}

const EXPLAINED_AFTER_MS = 3000;

/** As other waits are explained; without what those are drawn with, which this page does not load. */
function LongWait({ service, onCancel }: { service: string; onCancel: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), EXPLAINED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={classes.wait}>
      {isLong && (
        <>
          <span>{service} is slow to answer. You can wait, or cancel and try again.</span>
          <Button isSmall onClick={onCancel}>
            Cancel
          </Button>
        </>
      )}
    </div>
  );
}

/** What the form holds now; a select that is disabled holds nothing. */
function valuesOf(form: HTMLFormElement, { connection }: { connection: string }) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return { connection: text("connection") || connection, email: text("email").trim(), password: text("password") };
}
