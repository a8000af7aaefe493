"use client";

import { Alert, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Refusable } from "@/components/ui/refusable";
import type { CheckInput, Session } from "@/lib/checks/queries";
import { fieldLabels, inFormWords } from "@/lib/checks/words";
import { CHECKING_REFUSED } from "@/lib/contracts/rules/permissions";
import { AppError } from "@/lib/http/problem";
import classes from "./checks.module.css";

type Props = {
  asked: Session | null;
  mayCheck: boolean;
  isBusy: boolean;
  error: Error | null;
  onLookUp: (asked: Session) => void;
  onCheck: (input: CheckInput) => void;
};

const more: { name: string; help: string }[] = [
  { name: "rt_sr_pd", help: "The supplier's own id of the respondent." },
  { name: "rt_ip_address", help: "Such as 203.0.113.7 or 2001:db8::7." },
  { name: "rt_user_agent", help: "As the browser names itself." },
  { name: "rt_cy_ce", help: "Where the respondent says they are: two letters, such as US." },
  { name: "rt_hd_el", help: "A hash in hex, never the e-mail itself." },
  { name: "rt_ce_ud", help: "What a cookie says of the device." },
];

/** Who is meant, and what else is known of them. What is typed here stays on this page. */
export function CheckForm({ asked, mayCheck, isBusy, error, onLookUp, onCheck }: Props) {
  const [values, setValues] = useState<Record<string, string>>({
    sy_nr: asked?.survey ?? "",
    sn_ud: asked?.session ?? "",
  });
  const [settled, setSettled] = useState(asked);
  // Named by another way: a link, a session of the timeline, back.
  if (asked && (asked.survey !== settled?.survey || asked.session !== settled.session)) {
    setSettled(asked);
    const isOwn = values.sy_nr?.trim() === asked.survey && values.sn_ud?.trim() === asked.session;
    if (!isOwn) setValues({ sy_nr: asked.survey, sn_ud: asked.session });
  }
  const [problems, setProblems] = useState<Record<string, string>>({});
  const refused = error instanceof AppError ? (error.fields ?? {}) : {};
  const problemOf = (name: string) => {
    const said = refused[name] ?? refused[`answer.${name}`];
    return problems[name] ?? (said && inFormWords(said));
  };
  const field = (name: string) => ({
    label: fieldLabels[name],
    value: values[name] ?? "",
    error: problemOf(name),
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  });
  const filled = (): CheckInput | null => {
    const given = Object.fromEntries(
      Object.entries(values)
        .map(([name, value]) => [name, value.trim()] as const)
        .filter(([, value]) => value !== ""),
    );
    const { sy_nr, sn_ud } = given;
    setProblems({
      ...(!sy_nr && { sy_nr: "Name the survey by its id." }),
      ...(!sn_ud && { sn_ud: "Name the session by its id." }),
    });
    return sy_nr && sn_ud ? { ...given, sy_nr, sn_ud } : null;
  };
  const lookUp = (event: FormEvent) => {
    event.preventDefault();
    const input = filled();
    if (input) onLookUp({ survey: input.sy_nr, session: input.sn_ud });
  };
  const check = () => {
    const input = mayCheck ? filled() : null;
    if (input) onCheck(input);
  };
  return (
    <form className={classes.form} onSubmit={lookUp} noValidate aria-label="Check a respondent">
      <TextInput {...field("sy_nr")} description="Its id, as the survey's page shows it." />
      <TextInput {...field("sn_ud")} description="The session's own id, as it was sent to the survey." />
      <details>
        <summary>More about the respondent</summary>
        <div className={classes.fields}>
          {more.map(({ name, help }) => (
            <TextInput key={name} {...field(name)} description={help} />
          ))}
        </div>
      </details>
      <details>
        <summary>An open answer</summary>
        <div className={classes.fields}>
          <TextInput {...field("q_id")} description="Answers to one question are compared with each other." />
          <Textarea {...field("text")} description="It is reviewed and not kept." rows={4} />
        </div>
      </details>
      {error && Object.keys(refused).length === 0 && (
        <Alert color="red" variant="light" role="alert">
          {error.message}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button look="primary" type="submit" disabled={isBusy}>
          Look up
        </Button>
        <Refusable reason={mayCheck ? null : CHECKING_REFUSED}>
          {(shown) => (
            <Button isBusy={isBusy} onClick={check} {...shown}>
              Check now
            </Button>
          )}
        </Refusable>
      </div>
      <p className={classes.note}>
        Looking up shows what earlier checks found. Checking now asks the fraud checks and records the session.
      </p>
    </form>
  );
}
