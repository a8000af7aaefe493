import { type ReactNode, useId } from "react";
import classes from "./form-field.module.css";

export type ControlProps = {
  id: string;
  className: string;
  required?: true;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

export type FieldTexts = {
  label: string;
  required?: boolean | undefined;
  description?: ReactNode;
  /** The description stands under the control. */
  isDescribedBelow?: boolean;
  /** What is wrong with what the control holds. */
  error?: string | undefined;
};

type Props = FieldTexts & {
  /** The native control, with these. */
  children: (props: ControlProps) => ReactNode;
};

/** A native control with its label, description and error: a page loads and renders no more than it shows. */
export function FormField({ label, required, description, isDescribedBelow = false, error, children }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(" ");
  const explained = description && (
    <p id={`${id}-description`} className={classes.description}>
      {description}
    </p>
  );
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className={classes.required} aria-hidden>
            {" *"}
          </span>
        )}
      </label>
      {!isDescribedBelow && explained}
      {children({
        id,
        className: classes.control ?? "",
        ...(required && { required }),
        ...(error && { "aria-invalid": true }),
        ...(described && { "aria-describedby": described }),
      })}
      {isDescribedBelow && explained}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
