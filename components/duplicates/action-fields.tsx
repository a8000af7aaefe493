"use client";

import { Box, SegmentedControl, Text } from "@mantine/core";
import { useId } from "react";
import { type Control, Controller } from "react-hook-form";
import { SelectField, TextField } from "@/components/ui/form-fields";
import { onDemand } from "@/components/ui/on-demand";
import { isType } from "@/lib/duplicates/switch-form";
import type { SwitchValues } from "@/lib/duplicates/switch-rules";
import { actionWords, OWN_ROUTES, routeChoices } from "@/lib/duplicates/words";
import { useService } from "./service";

type Props = { control: Control<SwitchValues> };

/** Deactivate or activate, with a line that says what it means. */
export function ActionField({ control }: Props) {
  const label = useId();
  return (
    <Controller
      control={control}
      name="Type"
      render={({ field }) => (
        <div>
          <Text size="sm" fw={500} mb={4} id={label}>
            Action
          </Text>
          <SegmentedControl
            aria-labelledby={label}
            ref={field.ref}
            value={field.value}
            onChange={(value) => isType(value) && field.onChange(value)}
            onBlur={field.onBlur}
            color={actionWords[field.value].color}
            data={[
              { value: "1", label: actionWords["1"].verb },
              { value: "2", label: actionWords["2"].verb },
            ]}
          />
          <Text size="sm" c="dimmed" mt={4} aria-live="polite">
            {actionWords[field.value].means}
          </Text>
        </div>
      )}
    />
  );
}

const HELP = "Search is the duplicate check of respondents; Pre-check is asked before somebody enters.";

const OwnRouteField = onDemand<Props>(
  async () => (await import("./own-route-field")).OwnRouteField,
  ({ control }) => (
    <Box maw={360}>
      <TextField control={control} name="Route" label="Route" description={OWN_ROUTES} readOnly />
    </Box>
  ),
);

/** Which check it changes. A remote service may know more routes than we do. */
export function RouteField({ control }: Props) {
  const { isRemote } = useService();
  if (!isRemote) {
    return (
      <Box maw={360}>
        <SelectField control={control} name="Route" label="Route" description={HELP} data={routeChoices} />
      </Box>
    );
  }
  return <OwnRouteField control={control} />;
}
