"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
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
  const [isBusy, setBusy] = useState(false);

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
    setBusy(true);
    const refused = await signInRefusal(values);
    setBusy(false);
    if (refused === null) onSignedIn();
    else setRefusal(refused);
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
      <PasswordField error={missing.password} />
      <Button type="submit" look="primary" isLarge isBusy={isBusy}>
        Sign in
      </Button>
    </form>
  );
}

/** What the form holds now; a select that is disabled holds nothing. */
function valuesOf(form: HTMLFormElement, { connection }: { connection: string }) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return { connection: text("connection") || connection, email: text("email").trim(), password: text("password") };
}

function PasswordField({ error }: { error: string | undefined }) {
  const [isShown, setShown] = useState(false);
  return (
    <FormField label="Password" error={error}>
      {(props) => (
        <>
          <input
            {...props}
            name="password"
            type={isShown ? "text" : "password"}
            autoComplete="current-password"
            data-autofocus
          />
          <button type="button" className={classes.show} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            Show password
          </button>
        </>
      )}
    </FormField>
  );
}
