import { ActionIcon } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import type { ComponentProps } from "react";

/** Opens the calendar of a field. */
export const CalendarButton = ({ label, ...props }: ComponentProps<"button"> & { label: string }) => (
  <ActionIcon variant="subtle" color="gray" size={26} aria-label={`${label}: pick a date`} {...props}>
    <IconCalendar size={16} aria-hidden />
  </ActionIcon>
);
