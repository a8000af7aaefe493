"use client";

import { InputBase } from "@mantine/core";
import { type ReactNode, type Ref, useState } from "react";
import { onDemand } from "./on-demand";

export type DateTimeProps = {
  label: string;
  /** A wall clock, `YYYY-MM-DD HH:mm:ss`. */
  value: string | null;
  onChange: (value: string | null) => void;
  required?: boolean | undefined;
  error?: ReactNode;
  name?: string;
  disabled?: boolean | undefined;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** The field with its text alone. */
function Closed({ value, onChange, ...props }: DateTimeProps & { onClick?: () => void }) {
  return (
    <InputBase component="button" type="button" pointer {...props}>
      {value}
    </InputBase>
  );
}

const OpenedDateTime = onDemand(async () => (await import("./opened-date-time")).OpenedDateTime, Closed);

/** A date with its time. Calendar and clock are loaded when they are first opened. */
export function DateTimeInput(props: DateTimeProps) {
  const [isUsed, setUsed] = useState(false);
  return isUsed ? <OpenedDateTime {...props} /> : <Closed {...props} onClick={() => setUsed(true)} />;
}
