"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconArrowMerge, IconPercentage, IconTarget, IconUsersGroup, IconX } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { FormPopover } from "@/components/ui/form-popover";
import { REMAINS, REMOVES, useFocusAfterRemoval } from "@/components/ui/use-focus-after-removal";
import { useFormat } from "@/components/ui/use-format";
import type { Target } from "@/lib/charts/chart-model";
import type { Role } from "@/lib/contracts/rules/permissions";
import { hasShares } from "@/lib/contracts/rules/question-rules";
import type { TrendState } from "@/lib/trends/address";
import { linesOf, shareId } from "@/lib/trends/lines";
import { MOST_TARGETS } from "@/lib/trends/targets";
import { JoinForm } from "./join-form";
import { ShareForm } from "./share-form";
import { TargetForm } from "./target-form";
import { CutsForm } from "./trend-cuts";
import classes from "./trend-lines.module.css";
import type { TrendShown } from "./use-trend";

type Change = (change: Partial<TrendState>) => void;
type Props = { state: TrendState; shown: TrendShown; role: Role; onChange: Change };

/** Lines beside those of single questions: questions joined to one, shares of options, and what lines should reach. */
export function TrendLines({ state, shown, role, onChange }: Props) {
  const lines = useRef<HTMLDivElement>(null);
  const onRemove = useFocusAfterRemoval(lines, countOf(state));
  const shared = { state, shown, role, onChange, onRemove };
  return (
    <Group ref={lines} gap="xs" mb="sm" role="group" aria-label="Joined lines, shares, groups and targets">
      <Joined {...shared} />
      <Shares {...shared} />
      <Cuts {...shared} />
      <Targets {...shared} />
    </Group>
  );
}

const countOf = ({ groups, shares, cuts, targets }: TrendState) =>
  Object.keys(groups).length + shares.length + cuts.length + targets.length;

type LinesProps = Props & { onRemove: () => void };

/** Under which name a group stands is its place: editing keeps it. */
function Joined({ state: { groups }, shown: { choices }, onChange, onRemove }: LinesProps) {
  const entries = Object.entries(groups);
  const put = (name: string | null, entry: readonly [string, string[]]) => {
    const kept = name === null ? [...entries, entry] : entries.map((each) => (each[0] === name ? entry : each));
    onChange({ groups: Object.fromEntries(kept) });
  };
  const formOf = (name: string | null, close: () => void) => (
    <JoinForm
      choices={choices}
      others={Object.fromEntries(entries.filter(([each]) => each !== name))}
      name={name}
      questionIds={name === null ? [] : (groups[name] ?? [])}
      onSave={(...entry) => {
        close();
        put(name, entry);
      }}
    />
  );
  return (
    <>
      {entries.map(([name, ids]) => (
        <LineChip
          key={name}
          label={`${name} (${ids.length})`}
          edit={`Edit the joined line ${name}`}
          remove={`Remove the joined line ${name}`}
          onRemove={() => {
            onRemove();
            onChange({ groups: Object.fromEntries(entries.filter(([each]) => each !== name)) });
          }}
          form={(close) => formOf(name, close)}
        />
      ))}
      <FormButton
        label="Join questions"
        icon={<IconArrowMerge size={14} aria-hidden />}
        disabled={choices.length < 2}
        form={(close) => formOf(null, close)}
      />
    </>
  );
}

function Shares({ state: { project, shares }, shown: { here, choices }, role, onChange, onRemove }: LinesProps) {
  const questions = here.filter(hasShares);
  const titles = (at: number) => {
    const share = shares[at];
    const { lines } = linesOf(
      { questions: [], groups: {}, shares: share ? [share] : [] },
      { questions: here, choices },
    );
    return lines[0]?.title ?? share?.questionId ?? "";
  };
  return (
    <>
      {shares.map((share, at) => (
        <LineChip
          key={shareId(share)}
          label={titles(at)}
          edit={`Edit the share ${titles(at)}`}
          remove={`Remove the share ${titles(at)}`}
          onRemove={() => {
            onRemove();
            onChange({ shares: shares.filter((each) => each !== share) });
          }}
          form={(close) => (
            <ShareForm
              project={project ?? ""}
              role={role}
              questions={questions}
              share={share}
              others={shares.filter((each) => each !== share)}
              onSave={(next) => {
                close();
                onChange({ shares: shares.map((each) => (each === share ? next : each)) });
              }}
            />
          )}
        />
      ))}
      <FormButton
        label="Add share"
        icon={<IconPercentage size={14} aria-hidden />}
        disabled={questions.length === 0}
        form={(close) => (
          <ShareForm
            project={project ?? ""}
            role={role}
            questions={questions}
            share={null}
            others={shares}
            onSave={(next) => {
              close();
              onChange({ shares: [...shares, next] });
            }}
          />
        )}
      />
    </>
  );
}

/** Groups of respondents, each with a line in every chart. */
function Cuts({ state: { cuts, filter }, shown: { here }, onChange, onRemove }: LinesProps) {
  return (
    <>
      {cuts.map((cut) => (
        <Button.Group key={cut.name} maw="100%">
          <Text size="xs" className={classes.cut ?? ""}>
            {cut.name}
          </Text>
          <Button
            size="xs"
            variant="default"
            px={6}
            aria-label={`Remove the group ${cut.name}`}
            onClick={() => {
              onRemove();
              onChange({ cuts: cuts.filter((each) => each !== cut) });
            }}
            {...REMOVES}
          >
            <IconX size={14} aria-hidden />
          </Button>
        </Button.Group>
      ))}
      <FormButton
        label="Lines by group"
        icon={<IconUsersGroup size={14} aria-hidden />}
        form={(close) => (
          <CutsForm
            questions={here}
            cuts={cuts}
            filter={filter}
            onSave={(change) => {
              close();
              onChange(change);
            }}
          />
        )}
      />
    </>
  );
}

function Targets({ state: { targets }, shown: { lines }, onChange, onRemove }: LinesProps) {
  const { count, tenths } = useFormat();
  const nameOf = ({ line, value, name }: Target) => {
    const figure = Number.isInteger(value) ? count(value) : tenths(value);
    const title = lines.find(({ id }) => id === line)?.title ?? line;
    return `${name || "Target"} ${figure}: ${title}`;
  };
  return (
    <>
      {targets.map((target, place) => (
        <LineChip
          // biome-ignore lint/suspicious/noArrayIndexKey: two targets may be alike; a target is its place.
          key={place}
          label={nameOf(target)}
          edit={`Edit the target ${nameOf(target)}`}
          remove={`Remove the target ${nameOf(target)}`}
          onRemove={() => {
            onRemove();
            onChange({ targets: targets.filter((each) => each !== target) });
          }}
          form={(close) => (
            <TargetForm
              lines={lines}
              target={target}
              onSave={(next) => {
                close();
                onChange({ targets: targets.map((each) => (each === target ? next : each)) });
              }}
            />
          )}
        />
      ))}
      <FormButton
        label="Add target"
        icon={<IconTarget size={14} aria-hidden />}
        disabled={lines.length === 0 || targets.length >= MOST_TARGETS}
        form={(close) => (
          <TargetForm
            lines={lines}
            target={null}
            onSave={(next) => {
              close();
              onChange({ targets: [...targets, next] });
            }}
          />
        )}
      />
    </>
  );
}

type Form = (close: () => void) => ReactNode;
type ButtonProps = { label: string; icon?: ReactNode; name?: string; disabled?: boolean; form: Form };

/** A button under which a form opens. */
function FormButton({ label, icon, name, disabled = false, form }: ButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <FormPopover
      opened={opened}
      onChange={setOpened}
      target={
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
          maw={360}
          {...(name === undefined ? REMAINS : { "aria-label": name })}
        >
          {label}
        </Button>
      }
    >
      {opened && form(() => setOpened(false))}
    </FormPopover>
  );
}

type ChipProps = { label: string; edit: string; remove: string; onRemove: () => void; form: Form };

/** A line that was made here: opened to be changed, or taken away. */
const LineChip = ({ label, edit, remove, onRemove, form }: ChipProps) => (
  <Button.Group maw="100%">
    <FormButton label={label} name={edit} form={form} />
    <Button size="xs" variant="default" px={6} aria-label={remove} onClick={onRemove} {...REMOVES}>
      <IconX size={14} aria-hidden />
    </Button>
  </Button.Group>
);
