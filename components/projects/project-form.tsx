"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Alert, Anchor, Button, Group, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { DraftElsewhere } from "@/components/drafts/draft-elsewhere";
import { DraftOffer } from "@/components/drafts/draft-offer";
import { DraftStatus } from "@/components/drafts/draft-status";
import { SelectField, TextField } from "@/components/ui/form-fields";
import { useAutofocus } from "@/components/ui/use-autofocus";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import type { KeptDraft } from "@/lib/contracts/ours/drafts";
import { AppError, isSameCreation, UNEXPECTED } from "@/lib/http/problem";
import { randomUuid } from "@/lib/http/random-uuid";
import { userChoices } from "@/lib/projects/choices";
import { projectHref } from "@/lib/projects/list-state";
import { placeProblems, projectFormSchema, projectFormValues } from "@/lib/projects/project-form";
import { PROJECTS_KEY } from "@/lib/projects/queries";
import { saveProject } from "@/lib/projects/save-project";
import { ProjectChanged } from "./project-changed";
import { ProjectsField } from "./projects-field";
import { useMeanwhile } from "./use-meanwhile";
import { useProjectDraft } from "./use-project-draft";

type Props = {
  /** The project being edited; undefined: a new one. */
  before: Project | undefined;
  users: { id: string; name: string; email: string | null }[];
  /** Whose project a new one is unless chosen otherwise. */
  email: string;
  accounts: { id: string; name: string }[];
  ref: Ref<ProjectFormHandle>;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

/** For what stands around the form, and decides about closing it. */
export type ProjectFormHandle = { giveUp: () => void };

export function ProjectForm({ before, users, email, accounts, ref, onDirty, onCancel, onSaved }: Props) {
  const queries = useQueryClient();
  const [base, setBase] = useState(before);
  const [blank] = useState(() => projectFormValues(startOf({ users, email, accounts })));
  const initial = useMemo(() => (base ? projectFormValues(base) : blank), [base, blank]);
  const element = useRef<HTMLFormElement>(null);
  useAutofocus(element);
  const form = useForm({ resolver: zodResolver(projectFormSchema(base)), defaultValues: initial });
  const { control, handleSubmit, setError, formState, watch } = form;
  const values = watch();
  const draft = useProjectDraft({ latest: before, base, initial, blank, values, users });
  const { kept, reading } = draft;
  const meanwhile = useMeanwhile(base, draft.names);
  const save = useMutation({
    mutationFn: saveProject,
    onSuccess: () => queries.invalidateQueries({ queryKey: PROJECTS_KEY }),
  });
  const [key, setKey] = useState(randomUuid);
  const { errors, isSubmitting } = formState;
  const isDirty = draft.changed.length > 0;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  useImperativeHandle(ref, () => ({ giveUp: () => void kept.close() }));
  const takeUp = (of: KeptDraft) => {
    if (!reading) return;
    kept.adopt(of);
    if (reading.kept.base) setBase(reading.kept.base);
    form.reset(reading.before);
    // Its base stays what "changed" is measured against, and what the save merges from.
    form.reset(reading.kept.draft, { keepDefaultValues: true });
  };
  const managers = useMemo(() => userChoices(users, [before?.project_manager_id ?? null]), [users, before]);

  const submit = handleSubmit(async (values) => {
    try {
      const over = await meanwhile.settle(values);
      if (!over) return;
      const saved = await save.mutateAsync({ ...over, key });
      await kept.close();
      notifications.show({ color: "green", message: <Saved project={saved} isNew={!before} /> });
      onSaved();
    } catch (error) {
      // A key is good for one creation.
      if (!isSameCreation(error)) setKey(randomUuid());
      const { placed, rest } = placeProblems(error instanceof AppError ? error : { message: UNEXPECTED });
      for (const { name, message } of placed) setError(name, { message }, { shouldFocus: true });
      if (rest.length > 0) setError("root", { message: rest.join(" ") });
    }
  });

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        {kept.offer && !draft.isDone && (
          <DraftOffer
            kept={kept.offer}
            summary={reading?.summary ?? null}
            noun="project"
            typed={isDirty}
            problem={kept.discardProblem}
            onTakeUp={() => kept.offer && takeUp(kept.offer)}
            onDiscard={() => kept.offer && kept.discard(kept.offer)}
          />
        )}
        {kept.state.elsewhere && (
          <DraftElsewhere
            control={kept}
            summary={reading?.summary ?? null}
            fieldsHere={draft.changed.length}
            onTakeUpOther={() => kept.other && takeUp(kept.other)}
          />
        )}
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
        {meanwhile.changes.length > 0 && (
          <ProjectChanged
            changes={meanwhile.changesFor(values)}
            choices={meanwhile.choices}
            onChoose={meanwhile.choose}
          />
        )}
        <DraftStatus control={kept} />
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

/** A new project may stand on a later page of the list: the link opens it. */
function Saved({ project: { id, project_name }, isNew }: { project: Project; isNew: boolean }) {
  if (!isNew) return `${project_name ?? id} was saved.`;
  return (
    <>
      {project_name ?? id} was created.{" "}
      <Anchor component={Link} href={projectHref(id)} prefetch={false} inherit>
        Show it
      </Anchor>
    </>
  );
}
