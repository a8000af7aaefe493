import { useState } from "react";
import { FormField } from "@/components/ui/form-field";
import classes from "./sign-in-form.module.css";

type Props = {
  error: string | undefined;
  autoComplete: "current-password" | "new-password";
};

/** A password, hidden until its writer asks to see it. */
export function PasswordField({ error, autoComplete }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <FormField label="Password" error={error}>
      {(props) => (
        <>
          <input
            {...props}
            name="password"
            type={isShown ? "text" : "password"}
            autoComplete={autoComplete}
            data-autofocus
          />
          <button type="button" className={classes.show} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            Show password
          </button>
        </>
      )}
    </FormField>
  );
}
