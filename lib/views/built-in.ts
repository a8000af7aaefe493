import type { View } from "@/lib/contracts/ours/views";
import { EVERYTHING, MINE, type ViewList } from "@/lib/contracts/terms/views";

type BuiltInView = Pick<View, "id" | "name" | "query"> & {
  says: string;
  /** Nothing is kept in it yet: what is made of it was not saved, rather than changed. */
  isBlank?: true;
};

/** Views that every list has, and that nobody can change. */
export const builtInViews: Record<ViewList, readonly BuiltInView[]> = {
  surveys: [
    {
      id: MINE,
      name: "My live surveys",
      query: "status=Live&manager=me&sort=out_of_field_date",
      says: "Live surveys of the projects that you manage, the nearest out of field first",
    },
    { id: EVERYTHING, name: "All surveys", query: "", says: "Every survey of your accounts, newest first" },
  ],
  projects: [{ id: EVERYTHING, name: "All projects", query: "", says: "Every project of your accounts" }],
  audit: [{ id: EVERYTHING, name: "All entries", query: "", says: "Everything that you may read, newest first" }],
  responses: [{ id: EVERYTHING, name: "All responses", query: "", says: "Every response of the survey, oldest first" }],
  "field-sessions": [
    { id: EVERYTHING, name: "All sessions", query: "", says: "Every session of the survey but tests, newest first" },
  ],
  respondents: [
    {
      id: EVERYTHING,
      name: "All respondents",
      query: "",
      says: "Every scored respondent of the survey, not reviewed first",
    },
  ],
  pivots: [
    {
      id: EVERYTHING,
      name: "New table",
      query: "",
      says: "Choose a project and put questions into rows and columns",
      isBlank: true,
    },
  ],
  trends: [{ id: EVERYTHING, name: "New trend", query: "", says: "Choose a project and its questions", isBlank: true }],
};

export const builtInView = (list: ViewList, id: string) => builtInViews[list].find((view) => view.id === id);
