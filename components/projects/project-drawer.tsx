"use client";

import { Drawer, Skeleton, Stack } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useCallback, useRef, useState } from "react";
import { DiscardPrompt } from "@/components/ui/discard-prompt";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
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

/**
 * The form over the list. The address says whether it is open; with unsaved edits it stays, and asks, however the
 * address came to say otherwise: Esc, the close button, the browser's back.
 */
export function ProjectDrawer({ wanted, onWant, email, accounts }: Props) {
  const [held, setHeld] = useState(wanted);
  const [dirty, setDirty] = useState(false);
  const [discarded, setDiscarded] = useState(0);
  const form = useRef<ProjectFormHandle>(null);
  // The form closing keeps standing until it is out of sight.
  if (wanted !== null && wanted !== held && !dirty) setHeld(wanted);
  const asking = dirty && wanted !== held;
  const close = useCallback(() => onWant(null), [onWant]);
  useWindowEvent("beforeunload", (event) => {
    if (dirty) event.preventDefault();
  });

  return (
    <>
      <Drawer
        opened={wanted !== null || dirty}
        onClose={close}
        closeOnEscape={!asking}
        position="right"
        size="min(30rem, 100vw)"
        title={held === NEW_PROJECT ? "New project" : "Edit project"}
      >
        {held !== null && (
          <LoadedForm
            key={`${held} ${discarded}`}
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
        opened={asking}
        onKeep={() => onWant(held)}
        onDiscard={() => {
          form.current?.giveUp();
          setDirty(false);
          setDiscarded(discarded + 1);
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
