import type { ComponentProps } from "react";
import classes from "./row-button.module.css";

type Props = ComponentProps<"button"> & {
  /** Stands for the words, which are then its `aria-label`. */
  icon?: "check" | "cross" | "pencil";
  /** Looks like a link: opens what it names. */
  isLink?: boolean;
};

/** A button of a table's row or of a list's item. */
export function RowButton({ icon, isLink = false, ...button }: Props) {
  return (
    <button
      type="button"
      className={isLink ? classes.link : classes.button}
      {...(icon && { "data-icon": icon })}
      {...button}
    />
  );
}
