"use client";

import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { MultiSelectField, SwitchField, TextField } from "@/components/ui/form-fields";
import { tip } from "@/components/ui/tip";
import {
  entryLinkProblem,
  fillEntryLink,
  hasSessionPlaceholder,
  placeholderName,
  placeholdersIn,
} from "@/lib/contracts/rules/entry-link";
import { spelling } from "@/lib/contracts/rules/survey-rules";
import { isOutcome, outcomeNames } from "@/lib/contracts/terms/fielding";
import { useEditor } from "./editor-context";
import { EntryChecks } from "./entry-checks";
import { EntryTest } from "./entry-test";
import { Section } from "./section";
import classes from "./survey-editor.module.css";

/** Where respondents go in and come back. */
export function EntrySection() {
  const { control, definitions, present } = useEditor();
  const chosen = useWatch({ control, name: "device_compatibilities" });
  // A device that is chosen in another spelling than the definitions' is offered once, as it is.
  const others = definitions.device_compatibilities.filter((device) => spelling(chosen, device) === undefined);
  return (
    <Section title="Entry and redirects" isNarrow>
      <TextField
        control={control}
        name="entry_link"
        label="Entry link"
        required
        description={<LinkCheck />}
        isDescribedBelow
      />
      <EntryTest />
      <MultiSelectField
        control={control}
        name="device_compatibilities"
        label="Devices"
        required
        data={[...chosen, ...others]}
      />
      <SwitchField control={control} name="collects_pii" label="Collects personally identifiable information" />
      <SwitchField
        control={control}
        name="hashing_enabled"
        label="Completes must carry a valid hash"
        description="The complete redirect ends in an HMAC; a missing or wrong one is refused."
      />
      <EntryChecks />
      {present?.redirects && <Redirects redirects={present.redirects} />}
    </Section>
  );
}

/** The known and unknown placeholders of an entry link, and the link filled in with example values. */
function LinkCheck() {
  const { control, questions } = useEditor();
  const link = useWatch({ control, name: "entry_link" });
  const names = [...questions.values()].map(({ name }) => placeholderName(name));
  const problem = link ? entryLinkProblem(link) : null;
  if (problem) return "http or https, with [%RID%] where the session id belongs.";
  if (!hasSessionPlaceholder(link))
    return "Put [%RID%] where the session id belongs. A survey cannot go live without it.";
  const placeholders = placeholdersIn(link);
  const unknown = placeholders.filter((name) => name !== "RID" && !names.includes(name));
  const test = fillEntryLink(link, { sessionId: "test", values: Object.fromEntries(names.map((name) => [name, []])) });
  return (
    <span className={classes.filled}>
      <span>
        Filled in: {placeholders.join(", ")}.
        {unknown.length > 0 && ` Left as written, because no question has that name: ${unknown.join(", ")}.`}
      </span>
      <a className={classes.link} href={test} target="_blank" rel="noreferrer">
        Open the filled link <IconExternalLink size={12} aria-hidden />
      </a>
    </span>
  );
}

const nameOf = (outcome: string) => (isOutcome(outcome) ? outcomeNames[outcome] : outcome);

/** Addresses the client survey sends respondents back to. */
function Redirects({ redirects }: { redirects: Record<string, unknown> }) {
  const links = Object.entries(redirects).flatMap(([name, link]) => (typeof link === "string" ? [{ name, link }] : []));
  return (
    <div className={classes.redirects}>
      <h3>Redirects</h3>
      {links.map(({ name, link }) => (
        <div key={name}>
          <span>{nameOf(name)}</span>
          <code>{link}</code>
          <CopyRedirect name={nameOf(name)} link={link} />
        </div>
      ))}
    </div>
  );
}

function CopyRedirect({ name, link }: { name: string; link: string }) {
  const { copied, copy } = useClipboard({ timeout: 1000 });
  return (
    <Button
      look="subtle"
      isSquare
      onClick={() => copy(link)}
      aria-label={`Copy the ${name} redirect`}
      {...tip(copied ? "Copied" : "Copy")}
    >
      {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </Button>
  );
}
