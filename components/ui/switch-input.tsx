import { type ComponentProps, type ReactNode, useId } from "react";
import classes from "./switch-input.module.css";

type Props = Omit<ComponentProps<"input">, "type" | "role" | "id" | "className" | "checked"> & {
  label: string;
  checked: boolean;
  description?: ReactNode;
  error?: string | undefined;
};

/** Something that is on or off: a native checkbox that looks like a switch. */
export function SwitchInput({ label, checked, description, error, ...input }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(" ");
  return (
    <div className={classes.field}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        id={id}
        className={classes.track}
        {...(error && { "aria-invalid": true })}
        {...(described && { "aria-describedby": described })}
      />
      <div className={classes.text}>
        <label htmlFor={id}>{label}</label>
        {description && <p id={`${id}-description`}>{description}</p>}
        {error && (
          <p id={`${id}-error`} className={classes.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
