import { type ReactNode, useId } from "react";
import classes from "./form-field.module.css";

type ControlProps = { id: string; className: string; "aria-invalid"?: true; "aria-describedby"?: string };

type Props = {
  label: string;
  /** What is wrong with what the control holds. */
  error?: string | undefined;
  /** The native control, with these. */
  children: (props: ControlProps) => ReactNode;
};

/** A native input or select with its label and error: for a page that should load no more than it shows. */
export function FormField({ label, error, children }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: classes.control ?? "",
        ...(error && { "aria-invalid": true, "aria-describedby": errorId }),
      })}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
