import type { useProjectChoices } from "./use-project-choices";

export type ProjectFieldProps = {
  value: string | null;
  onChange: (id: string) => void;
  isLoaded: boolean;
  choices: ReturnType<typeof useProjectChoices>["select"];
};

/** The field as it looks at rest and in use. */
export const projectLook = (isLoaded: boolean) => ({
  label: "Project",
  placeholder: isLoaded ? "Find by name or number" : "Being loaded",
  styles: { root: { flexGrow: 1, minWidth: 220, maxWidth: 420 } },
});
