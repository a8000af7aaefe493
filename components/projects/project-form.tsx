"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Alert, Anchor, Button, Group, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useMemo } from "react";
import { useForm } from "react-hook-form";
import { SelectField, TextField } from "@/components/ui/form-fields";
import type { Project } from "@/lib/contracts/demand";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { userChoices } from "@/lib/projects/choices";
import {
  type ProjectFormValues,
  placeProblems,
  projectFormSchema,
  projectFormValues,
} from "@/lib/projects/project-form";
import { PROJECTS_KEY, saveProject } from "@/lib/projects/queries";
import { ProjectsField } from "./projects-field";

type Props = {
  /** The project being edited; undefined: a new one. */
  before: Project | undefined;
  users: { id: string; name: string; email: string | null }[];
  /** Whose project a new one is unless chosen otherwise. */
  email: string;
  accounts: { id: string; name: string }[];
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

export function ProjectForm({ before, users, email, accounts, onDirty, onCancel, onSaved }: Props) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (values: ProjectFormValues) => saveProject(values, before),
    onSuccess: () => queries.invalidateQueries({ queryKey: PROJECTS_KEY }),
  });
  const { control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(projectFormSchema(before)),
    defaultValues: projectFormValues(before ?? startOf({ users, email, accounts })),
  });
  const { errors, isDirty, isSubmitting } = formState;
  // The drawer around the form decides about closing.
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const managers = useMemo(() => userChoices(users, [before?.project_manager_id ?? null]), [users, before]);

  const submit = handleSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync(values);
      notifications.show({ color: "green", message: <Saved project={saved} isNew={!before} /> });
      onSaved();
    } catch (error) {
      const { placed, rest } = placeProblems(error instanceof AppError ? error : { message: UNEXPECTED });
      for (const { name, message } of placed) setError(name, { message }, { shouldFocus: true });
      if (rest.length > 0) setError("root", { message: rest.join(" ") });
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {errors.root && (
          <Alert color="red" role="alert" variant="light">
            {errors.root.message}
          </Alert>
        )}
        <TextField control={control} name="project_name" label="Name" required data-autofocus />
        <TextField control={control} name="project_number" label="Number" required />
        <SelectField
          control={control}
          name="project_manager_id"
          label="Project manager"
          data={managers}
          searchable
          required
          nothingFoundMessage="Nobody of that name"
        />
        {accounts.length !== 1 && (
          <SelectField
            control={control}
            name="account_id"
            label="Account"
            data={accountChoices(accounts, before)}
            required
            disabled={before !== undefined}
            {...(before && { description: "A project stays in its account." })}
          />
        )}
        <TextField control={control} name="business_unit" label="Business unit" />
        <ProjectsField
          control={control}
          name="session_exclusions"
          label="Session exclusions"
          description="Respondents of these projects do not enter this one."
          except={before?.id}
        />
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {before ? "Save changes" : "Create project"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function startOf({ users, email, accounts }: Pick<Props, "users" | "email" | "accounts">): Partial<Project> {
  const own = users.find((user) => user.email?.toLowerCase() === email.toLowerCase());
  return { project_manager_id: own?.id ?? null, account_id: accounts.length === 1 ? (accounts[0]?.id ?? null) : null };
}

function accountChoices(accounts: Props["accounts"], before: Project | undefined) {
  const choices = accounts.map(({ id, name }) => ({ value: id, label: name }));
  const own = before?.account_id;
  return !own || accounts.some(({ id }) => id === own) ? choices : [...choices, { value: own, label: own }];
}

/** A new project may stand on a later page: the link finds it. */
function Saved({ project: { id, project_name }, isNew }: { project: Project; isNew: boolean }) {
  if (!isNew) return `${project_name ?? id} was saved.`;
  return (
    <>
      {project_name ?? id} was created.{" "}
      <Anchor component={Link} href={`/projects?${new URLSearchParams({ search: id })}`} prefetch={false} inherit>
        Show it
      </Anchor>
    </>
  );
}
