"use client";

import { Drawer, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useRef } from "react";
import { DiscardPrompt } from "@/components/ui/discard-prompt";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { useFormDrawer } from "@/components/ui/use-form-drawer";
import { ReadingFromService } from "@/components/ui/waiting";
import { NEW_PROJECT } from "@/lib/projects/list-state";
import { projectQuery, usersQuery } from "@/lib/projects/queries";
import type { ProjectFormHandle } from "./project-form";

const ProjectForm = onDemand(async () => (await import("./project-form")).ProjectForm, FormSkeleton);

type Props = {
  /** The form that the address asks for: `new`, a project's id, or none. */
  wanted: string | null;
  onWant: (form: string | null) => void;
  email: string;
  accounts: { id: string; name: string }[];
};

/** The form over the list, with what it needs to begin. */
export function ProjectDrawer({ wanted, onWant, email, accounts }: Props) {
  const { held, formKey, setDirty, close, discard, drawer, prompt } = useFormDrawer(wanted, onWant);
  const form = useRef<ProjectFormHandle>(null);

  return (
    <>
      <Drawer {...drawer} size="min(30rem, 100vw)" title={held === NEW_PROJECT ? "New project" : "Edit project"}>
        {held !== null && (
          <LoadedForm
            key={formKey}
            ref={form}
            id={held}
            email={email}
            accounts={accounts}
            onDirty={setDirty}
            onCancel={close}
            onSaved={() => {
              setDirty(false);
              close();
            }}
          />
        )}
      </Drawer>
      <DiscardPrompt
        {...prompt}
        onDiscard={() => {
          form.current?.giveUp();
          discard();
        }}
      />
    </>
  );
}

type LoadedFormProps = Pick<Props, "email" | "accounts"> & {
  id: string;
  ref: Ref<ProjectFormHandle>;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

function LoadedForm({ id, ...rest }: LoadedFormProps) {
  const users = useQuery(usersQuery());
  const project = useQuery({ ...projectQuery(id), enabled: id !== NEW_PROJECT });
  const failed = [project, users].find((query) => query.error && !query.data);
  if (failed?.error) {
    const what = failed === project ? "The project" : "The project managers";
    return <LoadError what={what} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!users.data || (id !== NEW_PROJECT && !project.data)) {
    return (
      <Stack gap="md">
        <ReadingFromService what={id === NEW_PROJECT ? "the project managers" : "the project"} />
        <FormSkeleton />
      </Stack>
    );
  }
  return <ProjectForm before={project.data} users={users.data} {...rest} />;
}

function FormSkeleton() {
  return (
    <Stack gap="md" aria-busy>
      {["name", "number", "manager", "business unit", "exclusions"].map((field) => (
        <Stack key={field} gap={6}>
          <Skeleton height={14} width={120} />
          <Skeleton height={36} />
        </Stack>
      ))}
    </Stack>
  );
}
