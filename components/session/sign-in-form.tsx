"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Alert, Button, PasswordInput, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import * as z from "zod";
import { signInRefusal } from "./sign-in-refusal";

const schema = z.object({
  connection: z.string().min(1, "Choose a connection."),
  email: z.string().trim().min(1, "Enter your e-mail."),
  password: z.string().min(1, "Enter your password."),
});

type Choice = { name: string; title: string };

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
  const [refusal, setRefusal] = useState<string | null>(null);
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    // No empty defaults: they would wipe out what was typed, or filled in, before the page had taken over.
    defaultValues: { connection: connection ?? connections[0]?.name ?? "", ...(email !== undefined && { email }) },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setRefusal(null);
    const refused = await signInRefusal(values);
    if (refused === null) onSignedIn();
    else setRefusal(refused);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {refusal && (
          <Alert color="red" role="alert" variant="light">
            {refusal}
          </Alert>
        )}
        {connections.length > 1 && (
          <Controller
            control={control}
            name="connection"
            render={({ field }) => (
              <Select
                {...field}
                label="Connection"
                allowDeselect={false}
                disabled={connection !== undefined}
                data={connections.map(({ name, title }) => ({ value: name, label: title }))}
                error={errors.connection?.message}
              />
            )}
          />
        )}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          readOnly={email !== undefined}
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          error={errors.password?.message}
          visibilityToggleButtonProps={{ "aria-label": "Show password" }}
          {...register("password")}
        />
        <Button type="submit" loading={isSubmitting}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
