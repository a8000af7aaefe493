"use client";

import { useWatch } from "react-hook-form";
import { useProjectChoices } from "@/components/pickers/use-project-choices";
import { SelectField, TextField } from "@/components/ui/form-fields";
import { type SurveyStatus, surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import { reachableStatuses, spelling } from "@/lib/contracts/rules/survey-rules";
import { useEditor } from "./editor-context";
import { Section } from "./section";

/** Name, project, status, market. */
export function BasicsSection() {
  const { control, setValue, definitions } = useEditor();
  const project = useWatch({ control, name: "project_id" });
  const country = useWatch({ control, name: "country_code" });
  const language = useWatch({ control, name: "language_code" });
  const languages = definitions.countries.find(({ code }) => code === country)?.language_options ?? [];
  return (
    <Section title="Survey">
      <TextField control={control} name="name" label="Name" required />
      <SelectField
        control={control}
        name="project_id"
        label="Project"
        required
        {...useProjectChoices(project || null, "name").select}
      />
      <SelectField
        control={control}
        name="country_code"
        label="Country"
        required
        searchable
        data={withPresent(
          definitions.countries.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
          country,
        )}
        onOptionSubmit={(code) => {
          const options = definitions.countries.find((item) => item.code === code)?.language_options ?? [];
          const [first] = options;
          if (first && !options.some((option) => option.code === language)) {
            setValue("language_code", first.code, { shouldDirty: true, shouldValidate: true });
          }
        }}
      />
      <SelectField
        control={control}
        name="language_code"
        label="Language"
        required
        data={withPresent(
          languages.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
          language,
        )}
      />
      <StatusField />
    </Section>
  );
}

function StatusField() {
  const { control, connection, definitions, present } = useEditor();
  const chosen = useWatch({ control, name: "status" });
  const known = spelling(surveyStatuses, present?.status ?? "");
  const statuses =
    connection.environment === "built-in" && known ? reachableStatuses(known as SurveyStatus) : definitions.statuses;
  const description = known === "Complete" ? "A complete survey can go live again." : undefined;
  return (
    <SelectField
      control={control}
      name="status"
      label="Status"
      required
      data={withPresent(
        [...statuses].map((status) => ({ value: status, label: status })),
        chosen,
      )}
      {...(description && { description })}
    />
  );
}

type Option = { value: string; label: string };

/** A value that the lookup values lack is offered as it is, so that it is shown and can stay. */
export function withPresent(options: Option[], present: string): Option[] {
  if (!present || options.some(({ value }) => value === present)) return options;
  return [{ value: present, label: present }, ...options];
}
