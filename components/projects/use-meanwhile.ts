"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { projectFieldText } from "@/lib/projects/kept-draft";
import {
  changedProjectFields,
  mergeProject,
  type ProjectField,
  projectConflicts,
  type Side,
} from "@/lib/projects/merge";
import { type ProjectFormValues, projectFormValues } from "@/lib/projects/project-form";
import { projectQuery } from "@/lib/projects/queries";
import type { ProjectWrite } from "@/lib/projects/save-project";
import type { MeanwhileChange } from "./project-changed";

type Names = Parameters<typeof projectFieldText>[2];
type Choices = Partial<Record<ProjectField, Side>>;

/**
 * Before a save the project is read afresh: what somebody else changed since the form began is shown once, and where
 * both changed a field the person chooses. `settle` gives what to write; null: it has something to show first.
 */
export function useMeanwhile(base: Project | undefined, names: Names) {
  const queries = useQueryClient();
  const [shown, setShown] = useState<Project | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const before = projectFormValues(base ?? {});
  const theirs = projectFormValues(shown ?? base ?? {});
  const changes = shown ? changedProjectFields(before, theirs) : [];

  const settle = async (mine: ProjectFormValues): Promise<ProjectWrite | null> => {
    if (!base) return { values: mine };
    const fresh = await queries.fetchQuery({ ...projectQuery(base.id), staleTime: 0 });
    const now = projectFormValues(fresh);
    const isNews = changedProjectFields(theirs, now).length > 0;
    const isOpen = projectConflicts(before, mine, now).some((field) => choices[field] === undefined);
    if (isNews) setChoices({});
    if (isNews || isOpen) {
      setShown(fresh);
      return null;
    }
    return { values: mergeProject(before, mine, now, choices), before: fresh };
  };

  const changesFor = (mine: ProjectFormValues): MeanwhileChange[] => {
    const open = projectConflicts(before, mine, theirs);
    return changes.map((field) => ({
      field,
      before: projectFieldText(field, before, names),
      theirs: projectFieldText(field, theirs, names),
      mine: open.includes(field) ? projectFieldText(field, mine, names) : null,
    }));
  };

  return {
    changes,
    changesFor,
    choices,
    choose: (field: ProjectField, side: Side) => setChoices({ ...choices, [field]: side }),
    settle,
  };
}
