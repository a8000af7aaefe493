"use client";

import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useServiceName } from "./service-name";

/** A wait that takes longer is explained. */
const EXPLAINED_AFTER_MS = 3000;
const SECOND = 1000;

type Props = {
  /** What goes on: "Reading the survey from Production…". */
  what: string;
  /** Why it takes long, and what is safe; shown after three seconds. */
  explanation?: string;
  /** Gives it up; `atOnce`: from the beginning, where people stop it often. */
  cancel?: { label?: string; run: () => void; atOnce?: true };
};

/** A wait with words. It shows at once; after three seconds it says why it may take longer, and lets go of it. */
export function Waiting({ what, explanation = "This takes longer than usual.", cancel }: Props) {
  const isLong = useIsLater(EXPLAINED_AFTER_MS);
  return (
    <Line what={what} cancel={isLong || cancel?.atOnce ? cancel : undefined}>
      {isLong && (
        <Text size="sm" c="dimmed">
          {explanation}
        </Text>
      )}
    </Line>
  );
}

/** A wait for something that the connection's service is asked for: "the survey". */
export function ReadingFromService({ what, cancel }: { what: string } & Pick<Props, "cancel">) {
  const service = useServiceName();
  return (
    <Waiting
      what={`Reading ${what} from ${service}…`}
      explanation={`${service} is slow to answer. Nothing is changed yet, so you can leave this.`}
      {...(cancel && { cancel })}
    />
  );
}

type CountdownProps = {
  /** Why there is a wait: "Production asks to wait 20 s. Nothing was saved." */
  why: string;
  /** What comes after it: "Saving again in". */
  next: string;
  /** Epoch milliseconds. */
  until: number;
  onOver: () => void;
  cancel: { label?: string; run: () => void };
};

/** A wait of known length, counted down to what follows it. */
export function Countdown({ why, next, until, onOver, cancel }: CountdownProps) {
  const left = useSecondsUntil(until, onOver);
  return (
    <Line what={why} cancel={cancel}>
      {/* Not read out each second. */}
      <Text size="sm" c="dimmed" aria-hidden style={{ fontVariantNumeric: "tabular-nums" }}>
        {next} {left} s
      </Text>
    </Line>
  );
}

function Line({ what, cancel, children }: Pick<Props, "what"> & { cancel: Props["cancel"]; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Loader size={16} mt={2} aria-hidden style={{ flex: "none" }} />
      <Stack gap={0} role="status" style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm">{what}</Text>
        {children}
      </Stack>
      {cancel && (
        <Button size="compact-sm" variant="default" onClick={cancel.run}>
          {cancel.label ?? "Cancel"}
        </Button>
      )}
    </Group>
  );
}

function useIsLater(afterMs: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLater;
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / SECOND));

function useSecondsUntil(until: number, onOver: () => void): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const look = () => {
      const now = secondsUntil(until);
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      over.current();
    };
    const timer = setInterval(look, SECOND);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
