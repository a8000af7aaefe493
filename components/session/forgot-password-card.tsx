"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { AppError } from "@/lib/http/problem";
import { requestPasswordLink } from "@/lib/passwords/queries";
import classes from "./sign-in-form.module.css";

/** Asks for a link to set a new password. What it answers is the same for everybody. */
export function ForgotPasswordCard() {
  const asking = useMutation({ mutationFn: requestPasswordLink });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    asking.mutate(String(new FormData(event.currentTarget).get("email") ?? "").trim());
  };
  if (asking.isSuccess) {
    return (
      <p role="status">
        If {asking.variables} is a user here, a link to set a new password is on its way. It works for 3 hours. Look in
        your spam folder too; if nothing arrives, ask an admin of your account.
      </p>
    );
  }
  const { error } = asking;
  const problem = error instanceof AppError ? error.fields?.email : undefined;
  return (
    <form onSubmit={submit} noValidate method="post" className={classes.form}>
      {error && problem === undefined && (
        <div role="alert" className={classes.refusal}>
          {error.message}
        </div>
      )}
      <FormField label="E-mail" error={problem}>
        {(props) => <input {...props} name="email" type="email" autoComplete="username" data-autofocus />}
      </FormField>
      <Button type="submit" look="primary" isLarge isBusy={asking.isPending}>
        Send link
      </Button>
    </form>
  );
}
