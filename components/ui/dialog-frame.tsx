"use client";

import { useEffect } from "react";
import classes from "./dialog-frame.module.css";

type Props = { onClose?: () => void };

/** The frame of a dialog whose code is still being loaded. It takes no focus: the dialog gives that back to its opener. */
export function DialogFrame({ onClose }: Props) {
  return <Frame className={classes.dialog} onClose={onClose} />;
}

/** The same for a drawer at the right edge. */
export function DrawerFrame({ onClose }: Props) {
  return <Frame className={classes.drawer} onClose={onClose} />;
}

type FormProps = { wanted: string | null; onWant: (form: string | null) => void };

/** The same for a form that the address asks for (`useFormDrawer`). */
export const FormDrawerFrame = ({ wanted, onWant }: FormProps) =>
  wanted !== null && <DrawerFrame onClose={() => onWant(null)} />;

function Frame({ className, onClose }: { className: string | undefined; onClose: (() => void) | undefined }) {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && onClose?.();
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onClose]);
  return (
    <div className={classes.overlay}>
      <div className={className} role="status" aria-label="Opening">
        <span className={classes.title} />
        <span className={classes.line} />
        <span className={classes.line} />
      </div>
    </div>
  );
}
