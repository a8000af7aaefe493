"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Button, LinkButton } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import type { PasswordLink } from "@/lib/contracts/ours/passwords";
import { AppError } from "@/lib/http/problem";
import { lookUpPasswordLink, setPassword } from "@/lib/passwords/queries";
import { PasswordField } from "./password-field";
import classes from "./sign-in-form.module.css";

/** Sets the password of the person whose link this is. */
export function SetPasswordCard() {
  const link = useLink();
  const looking = useQuery({
    queryKey: ["passwords", "link", link],
    queryFn: () => lookUpPasswordLink(link ?? ""),
    enabled: link !== null && link !== "",
    retry: false,
    gcTime: 0,
  });
  if (link === "") return <Refusal>This address has no link in it. Open the whole link that you were sent.</Refusal>;
  if (looking.error) return <Refusal>{looking.error.message}</Refusal>;
  if (link === null || !looking.data) return <p role="status">Checking your link…</p>;
  return <PasswordForm link={link} of={looking.data} />;
}

/** The text behind the `#`, which no server is sent; null: the page has not looked yet. */
function useLink(): string | null {
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setLink(window.location.hash.slice(1));
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return link;
}

const Refusal = ({ children }: { children: string }) => (
  <div role="alert" className={classes.refusal}>
    {children}
  </div>
);

function PasswordForm({ link, of }: { link: string; of: PasswordLink }) {
  const saving = useMutation({ mutationFn: setPassword, gcTime: 0 });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saving.mutate({ link, password: String(new FormData(event.currentTarget).get("password") ?? "") });
  };
  if (saving.isSuccess) {
    return (
      <div className={classes.form}>
        <p role="status">Your password is set. You are signed out wherever you were signed in before.</p>
        <LinkButton href="/sign-in" look="primary" isLarge>
          Sign in
        </LinkButton>
      </div>
    );
  }
  const { error } = saving;
  const problem = error instanceof AppError ? error.fields?.password : undefined;
  return (
    <form onSubmit={submit} noValidate method="post" className={classes.form}>
      {error && problem === undefined && <Refusal>{error.message}</Refusal>}
      <p>
        {of.purpose === "invitation" ? `Welcome, ${of.name}. Choose a password` : "Choose a new password"} of at least
        12 characters: several words make a good one.
      </p>
      <FormField label="E-mail">
        {(props) => (
          <input {...props} name="email" type="email" autoComplete="username" readOnly defaultValue={of.email} />
        )}
      </FormField>
      <PasswordField error={problem} autoComplete="new-password" />
      <Button type="submit" look="primary" isLarge isBusy={saving.isPending}>
        Set password
      </Button>
    </form>
  );
}
