import Link from "next/link";
import type { ComponentProps } from "react";
import classes from "./button.module.css";

type Look = {
  /** One `primary` a screen. */
  look?: "default" | "primary" | "light" | "subtle";
  isSmall?: boolean;
  isLarge?: boolean;
  /** Holds an icon alone. */
  isSquare?: boolean;
};

const shown = ({ look = "default", isSmall, isLarge, isSquare }: Look) => ({
  className: classes.button,
  ...(look !== "default" && { "data-look": look }),
  ...(isSmall && { "data-small": true }),
  ...(isLarge && { "data-large": true }),
  ...(isSquare && { "data-square": true }),
});

type ButtonProps = Look &
  ComponentProps<"button"> & { /** Works, and cannot be pressed meanwhile. */ isBusy?: boolean };

/** A button of a page's own: a native element, for what every page draws. */
export function Button({ look, isSmall, isLarge, isSquare, isBusy = false, disabled, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...shown({ look, isSmall, isLarge, isSquare } as Look)}
      {...(isBusy && { "aria-busy": true })}
      disabled={disabled || isBusy}
      {...button}
    />
  );
}

/** A link that looks like a button. */
export function LinkButton({ look, isSmall, isLarge, isSquare, ...link }: Look & ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...shown({ look, isSmall, isLarge, isSquare } as Look)} {...link} />;
}
