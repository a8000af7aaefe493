"use client";

import { useEffect, useMemo } from "react";
import type { DraftSummary } from "@/components/drafts/draft-offer";
import { useKeptDraft } from "@/components/drafts/use-kept-draft";
import { useProjectNames } from "@/components/pickers/use-known-projects";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import type { KeptDraft } from "@/lib/contracts/ours/drafts";
import { NEW_THING } from "@/lib/contracts/terms/drafts";
import { projectDraftText, readKeptProject } from "@/lib/projects/kept-draft";
import { changedProjectFields } from "@/lib/projects/merge";
import { type ProjectFormValues, projectFormValues } from "@/lib/projects/project-form";

type Editing = {
  /** The project as it was when the form opened; undefined: a new one. */
  latest: Project | undefined;
  /** What the form's values began as, and the project that they began from. */
  base: Project | undefined;
  initial: ProjectFormValues;
  /** What a new project begins as. */
  blank: ProjectFormValues;
  values: ProjectFormValues;
  users: readonly { id: string; name: string }[];
};

/** A project form's draft: kept while it differs from what it began as, and what was kept earlier, in words. */
export function useProjectDraft({ latest, base, initial, blank, values, users }: Editing) {
  const changed = changedProjectFields(initial, values);
  const kept = useKeptDraft({
    thing: "projects",
    thingId: latest?.id ?? NEW_THING,
    enabled: true,
    content: changed.length === 0 ? null : { base: base ? { project: base } : null, draft: values },
  });
  const projects = useProjectNames([...initial.session_exclusions, ...values.session_exclusions]);
  const names = useMemo(
    () => ({
      users: new Map(users.map(({ id, name }) => [id, name])),
      projects,
    }),
    [users, projects],
  );
  const found = kept.offer ?? kept.other;
  const reading = found && readFound(found, { latest, blank, names });
  const { offer, discard } = kept;
  // What differs in nothing from the project as it is was saved already.
  const isDone = reading?.isDone === true;
  useEffect(() => {
    if (offer && isDone) discard(offer);
  }, [offer, isDone, discard]);
  return { kept, changed, names, reading, isDone };
}

type Around = Pick<Editing, "latest" | "blank"> & { names: Parameters<typeof projectDraftText>[2] };

function readFound(found: KeptDraft, { latest, blank, names }: Around) {
  const kept = readKeptProject(found);
  if (!kept || (kept.base === null) !== (latest === undefined)) return null;
  const present = latest ? projectFormValues(latest) : blank;
  const before = kept.base ? projectFormValues(kept.base) : blank;
  const summary: DraftSummary = {
    fields: changedProjectFields(before, kept.draft).length,
    text: projectDraftText(before, kept.draft, names),
    changedSince: changedProjectFields(before, present).length > 0,
  };
  return { kept, before, summary, isDone: changedProjectFields(present, kept.draft).length === 0 };
}
