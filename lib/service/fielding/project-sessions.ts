import "server-only";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/project-sessions";
import { questionById } from "../demand/catalogue";

/** What the sessions of a project's surveys say, for the project's answers. */
export type ProjectSessions = {
  /** How many count as completes, and a text that differs when that or one of them has changed. */
  summarize: () => ReturnType<typeof store.summarizeProjectSessions>;
  /** Some at a time. */
  read: (which: store.WhichSessions) => ReturnType<typeof store.projectSessions>;
  names: () => ReturnType<typeof store.namesOfProject>;
  /** A question that respondents are asked, in English with its options of all countries. */
  questionById: typeof questionById;
};

/** The sessions of a project; that it is the caller's, the caller has proven. */
export const sessionsOfProject = (project: store.ProjectOfSessions): ProjectSessions => ({
  summarize: () => store.summarizeProjectSessions(db(), project),
  read: (which) => store.projectSessions(db(), project, which),
  names: () => store.namesOfProject(db(), project),
  questionById,
});
