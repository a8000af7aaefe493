"use client";

import { Collapse, SimpleGrid, Stack, Text, Textarea, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type Control, Controller, type FieldErrors, useWatch } from "react-hook-form";
import { TextField } from "@/components/ui/form-fields";
import { formerNames, type SelectorName } from "@/lib/contracts/interfaces/duplicate-selectors";
import { isPersonal } from "@/lib/duplicates/kept-draft";
import { hasNarrowing, narrowing } from "@/lib/duplicates/switch-form";
import type { SwitchValues } from "@/lib/duplicates/switch-rules";
import { selectorWords } from "@/lib/duplicates/words";

type Props = { control: Control<SwitchValues>; errors: FieldErrors<SwitchValues> };

const describe = (name: SelectorName) => `${selectorWords[name].help} Formerly ${formerNames[name]}.`;

/** Selectors beside the surveys, out of sight until they are wanted. */
export function NarrowingFields({ control, errors }: Props) {
  const [wanted, { toggle }] = useDisclosure(false);
  const values = useWatch({ control }) as SwitchValues;
  const refused = narrowing.some((name) => errors[name]);
  // What was given is never hidden: it decides what is switched.
  const opened = wanted || refused || hasNarrowing(values);
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={opened} disabled={opened && !wanted} fz="sm" fw={500}>
        <Chevron size={16} aria-hidden style={{ verticalAlign: "-3px" }} /> Narrow to sessions or identifiers
      </UnstyledButton>
      <Collapse expanded={opened}>
        <Stack gap="md" mt="sm">
          <Controller
            control={control}
            name="Session_Id"
            render={({ field, fieldState }) => (
              <Textarea
                {...field}
                label={selectorWords.Session_Id.label}
                description={describe("Session_Id")}
                autosize
                minRows={2}
                maxRows={8}
                error={fieldState.error?.message}
              />
            )}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {narrowing.map(
              (name) =>
                name !== "Session_Id" && (
                  <TextField
                    key={name}
                    control={control}
                    name={name}
                    label={selectorWords[name].label}
                    description={describe(name)}
                    autoComplete="off"
                    spellCheck={false}
                  />
                ),
            )}
          </SimpleGrid>
          {narrowing.some((name) => isPersonal(name) && values[name].trim() !== "") && (
            <Text size="xs" c="dimmed">
              IP address, cookie, hashed e-mail and user agent say something of a person: they are not kept as a draft.
            </Text>
          )}
        </Stack>
      </Collapse>
    </div>
  );
}
