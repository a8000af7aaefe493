"use client";

import { Autocomplete } from "@mantine/core";
import { type Control, Controller } from "react-hook-form";
import type { SwitchValues } from "@/lib/duplicates/switch-rules";
import { OWN_ROUTES, routeChoices } from "@/lib/duplicates/words";

/** The route at a remote service, which may know more routes than we do. */
export const OwnRouteField = ({ control }: { control: Control<SwitchValues> }) => (
  <Controller
    control={control}
    name="Route"
    render={({ field, fieldState }) => (
      <Autocomplete
        {...field}
        label="Route"
        description={OWN_ROUTES}
        data={routeChoices.map(({ value }) => value)}
        // All of them, whatever stands there: they are suggestions, not what a search found.
        filter={({ options }) => options}
        // Within the page: outside of it no landmark would hold the suggestions.
        comboboxProps={{ withinPortal: false }}
        error={fieldState.error?.message}
        maw={360}
      />
    )}
  />
);
