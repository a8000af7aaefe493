"use client";

import { Alert, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { NumberInput } from "@/components/ui/number-input";
import { refusedProps } from "@/components/ui/refusable";
import { scrollInFrame } from "@/components/ui/scroll-in-frame";
import { SelectInput } from "@/components/ui/select-input";
import { useFormat } from "@/components/ui/use-format";
import { Waiting } from "@/components/ui/waiting";
import { platformsText, readPlatforms } from "@/lib/checks/platforms";
import { dryRunQuery, settingsQuery, updateSettings } from "@/lib/checks/queries";
import { dryRunText, listNames, unansweredEntriesText, unansweredNames } from "@/lib/checks/words";
import type { CheckSettings } from "@/lib/contracts/ours/checks";
import { CHECKING_REFUSED } from "@/lib/contracts/rules/permissions";
import { whenUnanswered } from "@/lib/contracts/terms/checks";
import classes from "./checks.module.css";
import { ReplyKey } from "./reply-key";

type Props = { account: string | undefined; mayChange: boolean };

/** What respondents are checked by, and what the account decided about its checks. */
export function CheckSettingsView({ account, mayChange }: Props) {
  const { data, error, refetch } = useQuery(settingsQuery(account));
  if (error && !data) return <LoadError what="The settings" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting what="Reading the settings…" />;
  const part = { settings: data, account, refused: mayChange ? null : CHECKING_REFUSED };
  return (
    <div className={classes.result}>
      {data.problem !== null && (
        <Alert color="yellow" variant="light" role="status">
          {data.problem} Lists, threshold, platforms and keys are not shown.{" "}
          <Button look="subtle" isSmall onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {data.problem === null && data.extended === null && (
        <Alert color="gray" variant="light" role="note">
          This service does not say how old its lists are, and its threshold, platforms and keys are set there.
        </Alert>
      )}
      {data.extended !== null && (
        <>
          <Lists lists={data.extended.lists} />
          <Threshold key={data.extended.threshold} {...part} threshold={data.extended.threshold} />
        </>
      )}
      <Unanswered key={data.when_unanswered} {...part} />
      {data.platforms !== null && (
        <Platforms key={platformsText(data.platforms)} {...part} platforms={data.platforms} />
      )}
      {data.extended !== null && <ReplyKey {...part} createdAt={data.extended.encryption_key_at} />}
    </div>
  );
}

function Lists({ lists }: Pick<NonNullable<CheckSettings["extended"]>, "lists">) {
  const format = useFormat();
  return (
    <section aria-label="Lists">
      <h2>Lists that respondents are checked by</h2>
      {lists.some(({ entries }) => entries === null) && (
        <p className={classes.note}>
          What a missing list would find is not checked. Whoever runs this installation can add lists as files.
        </p>
      )}
      <div ref={scrollInFrame} className={classes.scroll}>
        <table className={classes.table} aria-label="Lists">
          <thead>
            <tr>
              {["List", "Entries", "Changed", "State"].map((head) => (
                <th key={head} scope="col" className={head === "Entries" ? classes.figure : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lists.map(({ name, entries, changed_at, problem }) => (
              <tr key={name}>
                <th scope="row">{listNames[name]}</th>
                <td className={classes.figure}>{format.count(entries)}</td>
                <td>{format.instant(changed_at)}</td>
                <td>
                  {entries === null && <Badge tone="yellow">Missing: not checked</Badge>}
                  {entries !== null && problem === null && <Badge>In use</Badge>}
                  {problem !== null && <span>{problem}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type PartProps = { settings: CheckSettings; account: string | undefined; refused: string | null };

/** Saves a change and shows the settings as they are then. */
function useSaving(account: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Parameters<typeof updateSettings>[1]) => updateSettings(account, change),
    onSuccess: (settings) => queries.setQueryData(settingsQuery(account).queryKey, settings),
    onError: () => queries.invalidateQueries({ queryKey: settingsQuery(account).queryKey }),
  });
}

type SaveProps = {
  isSame: boolean;
  refused: string | null;
  saving: ReturnType<typeof useSaving>;
  onSave: () => void;
  label: string;
};

function Save({ isSame, refused, saving, onSave, label }: SaveProps) {
  return (
    <>
      <div className={classes.buttons}>
        <Button
          isBusy={saving.isPending}
          disabled={isSame && refused === null}
          onClick={onSave}
          {...refusedProps(refused)}
        >
          {label}
        </Button>
      </div>
      {saving.error && (
        <p role="alert" className={classes.problem}>
          {saving.error.message}
        </p>
      )}
    </>
  );
}

function Threshold({ account, refused, threshold }: PartProps & { threshold: number }) {
  const [wanted, setWanted] = useState<number | null>(threshold);
  const saving = useSaving(account);
  const next = wanted === null || Number.isNaN(wanted) ? null : wanted;
  return (
    <section aria-label="Threshold" className={classes.part}>
      <h2>Threshold</h2>
      <div className={classes.number}>
        <NumberInput
          label="Respondents fail from a score of"
          description="1 to 100, of duplicates or threats. Surveys with a threshold of their own keep it. Verdicts that are kept stay as they are."
          value={wanted}
          min={1}
          max={100}
          decimals={0}
          onChange={setWanted}
          error={wanted === null ? "Type a score from 1 to 100." : undefined}
        />
      </div>
      {next !== null && <DryRun account={account} threshold={next} />}
      <Save
        label="Save threshold"
        isSame={next === threshold || next === null}
        {...{ refused, saving }}
        onSave={() => next !== null && saving.mutate({ threshold: next })}
      />
    </section>
  );
}

function DryRun({ account, threshold }: { account: string | undefined; threshold: number }) {
  const { count } = useFormat();
  const { data, error, refetch } = useQuery({ ...dryRunQuery(account, threshold), retry: false });
  if (error) return <LoadError what="The dry run" error={error} onRetry={() => void refetch()} />;
  return (
    <p role="status" className={classes.dryRun}>
      {data ? dryRunText(data, count) : "Trying it on the last 30 days…"}
    </p>
  );
}

function Unanswered({ settings, account, refused }: PartProps) {
  const format = useFormat();
  const { when_unanswered: present, decided } = settings;
  const [wanted, setWanted] = useState(present);
  const saving = useSaving(account);
  const entries = unansweredEntriesText(settings, format.count);
  const last_at = settings.unanswered_at_entry?.last_at ?? null;
  return (
    <section aria-label="Without an answer" className={classes.part}>
      <h2>Without an answer</h2>
      <div className={classes.choice}>
        <SelectInput
          label="While the fraud checks do not answer"
          description={
            entries === null
              ? "Shown to anyone who checks a respondent during that time."
              : "For respondents who enter a survey that requires the check, and shown to anyone who checks one."
          }
          data={whenUnanswered.map((value) => ({ value, label: unansweredNames[value] }))}
          value={wanted}
          allowDeselect={false}
          onChange={(next) => setWanted(whenUnanswered.find((each) => each === next) ?? present)}
        />
      </div>
      {entries !== null && (
        <p className={classes.dryRun}>
          {entries} {last_at && `The last time was ${format.instant(last_at)}.`}
        </p>
      )}
      <p className={classes.note}>
        {decided ? `Decided by ${decided.who}, ${format.instant(decided.at)}.` : "This is the default setting."}
      </p>
      <Save
        label="Save decision"
        isSame={wanted === present}
        {...{ refused, saving }}
        onSave={() => saving.mutate({ when_unanswered: wanted })}
      />
    </section>
  );
}

type PlatformsProps = PartProps & { platforms: NonNullable<CheckSettings["platforms"]> };

function Platforms({ settings: { extended }, platforms, account, refused }: PlatformsProps) {
  const [text, setText] = useState(platformsText(platforms));
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useSaving(account);
  const save = () => {
    const read = readPlatforms(text);
    setProblem(read.problem);
    if (read.problem === null) saving.mutate({ platforms: read.platforms });
  };
  return (
    <section aria-label="Destination platforms" className={classes.part}>
      <h2>Destination platforms</h2>
      <Textarea
        label="Platforms that respondents go on to"
        description="One per line: the id, a comma, the name."
        rows={5}
        value={text}
        readOnly={refused !== null || extended === null}
        onChange={({ currentTarget: { value } }) => setText(value)}
        error={problem}
      />
      {extended !== null && (
        <Save
          label="Save platforms"
          isSame={text.trim() === platformsText(platforms)}
          {...{ refused, saving }}
          onSave={save}
        />
      )}
    </section>
  );
}
