"use client";

import { useClipboard } from "@mantine/hooks";
import { Button } from "@/components/ui/button";
import classes from "./checks.module.css";

/** What may be told to the supplier, ready to copy. */
export function SupplierText({ text }: { text: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  return (
    <section aria-label="Text for the supplier" className={classes.supplier}>
      <h3>Text for the supplier</h3>
      <p className={classes.note}>It says what is wrong and nothing of how it is seen.</p>
      <blockquote>{text}</blockquote>
      <div className={classes.buttons}>
        <Button onClick={() => copy(text)}>{copied ? "Copied" : "Copy text"}</Button>
        {error && <span role="alert">The browser does not allow copying. Select the text and copy it.</span>}
      </div>
    </section>
  );
}
