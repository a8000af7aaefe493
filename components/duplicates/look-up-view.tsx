"use client";

import { Alert, Box, Button, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { type FormEvent, useState } from "react";
import { FormField } from "@/components/ui/form-field";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { SelectInput } from "@/components/ui/select-input";
import { useServiceName } from "@/components/ui/service-name";
import { useFormat } from "@/components/ui/use-format";
import { Waiting } from "@/components/ui/waiting";
import { formerNames, readSelectors, type SelectorName } from "@/lib/contracts/interfaces/duplicate-selectors";
import { duplicatesParsers } from "@/lib/duplicates/address";
import { addressableAs, otherKinds } from "@/lib/duplicates/addressable";
import { seenInWords } from "@/lib/duplicates/prepare-person";
import { type Asked, personQuery } from "@/lib/duplicates/queries";
import { recognise } from "@/lib/duplicates/recognise";
import { narrowing } from "@/lib/duplicates/switch-form";
import { selectorWords } from "@/lib/duplicates/words";
import { AppError } from "@/lib/http/problem";

const PersonTimeline = onDemand(async () => (await import("./person-timeline")).PersonTimeline);

const isKind = (text: string): text is SelectorName => narrowing.some((name) => name === text);

/** Who is this, and where else was he seen: by any identifier. */
export function LookUpView({ account }: { account: string | undefined }) {
  const [{ by, value }, setState] = useQueryStates(duplicatesParsers, { history: "push" });
  const named: Asked | null = by && value ? { kind: by, value } : null;
  // A personal value is held here alone: it never stands in the address.
  const [personal, setPersonal] = useState<Asked | null>(null);
  const asked = named ?? personal;
  const ask = (next: Asked, isSaid: boolean) => {
    const kind = addressableAs(next, isSaid);
    setPersonal(kind ? null : next);
    void setState({ show: "look-up", by: kind, value: kind ? next.value : null });
  };
  return (
    <Stack gap="lg" maw={860}>
      <IdentifierForm asked={asked} onAsk={ask} />
      {asked ? (
        <Found account={account} asked={asked} onAsk={(next) => ask(next, true)} />
      ) : (
        <Text c="dimmed" size="sm">
          Give a session id, a panel id, an IP address, a cookie, a hashed e-mail or a user agent. The sessions that
          have it are shown, with all others that share an identifier with them.
        </Text>
      )}
    </Stack>
  );
}

const wordOf = (asked: Asked | null) => asked && `${asked.kind} ${asked.value}`;

type FormProps = {
  asked: Asked | null;
  /** `isSaid`: a person has said which identifier it is. */
  onAsk: (asked: Asked, isSaid: boolean) => void;
};

/** One field: what was typed says mostly by itself which identifier it is, and a person may say otherwise. */
function IdentifierForm({ asked, onAsk }: FormProps) {
  const [text, setText] = useState(asked?.value ?? "");
  const [chosen, setChosen] = useState<SelectorName | null>(asked?.kind ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [settled, setSettled] = useState(wordOf(asked));
  const [submitted, setSubmitted] = useState<string | null>(null);
  // Asked by another way: back, a link, a session of the timeline.
  if (asked && wordOf(asked) !== settled) {
    setSettled(wordOf(asked));
    setText(asked.value);
    if (wordOf(asked) !== submitted) setChosen(asked.kind);
    setProblem(null);
  }
  const shown = chosen ?? recognise(text) ?? "Session_Id";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { selectors, problems } = readSelectors({ [shown]: text }, [shown]);
    const said = problems[shown] ?? (selectors[shown] === undefined ? "Type an identifier to look for." : null);
    setProblem(said);
    if (said !== null) return;
    const next = { kind: shown, value: text.trim() };
    setSubmitted(wordOf(next));
    onAsk(next, chosen !== null);
  };
  return (
    <Paper component="form" withBorder p={{ base: "sm", sm: "md" }} onSubmit={submit} aria-label="Look somebody up">
      <Group align="flex-start" gap="sm">
        <Box style={{ flex: 1, minWidth: 240 }}>
          <FormField
            label="Identifier"
            description={`${shown === "Session_Id" ? "One session's own id." : selectorWords[shown].help} Formerly ${formerNames[shown]}.`}
            error={problem ?? undefined}
          >
            {(control) => (
              <input
                {...control}
                value={text}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  // What was said of another text says nothing of this one.
                  setChosen(null);
                  setProblem(null);
                }}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </FormField>
        </Box>
        <Box w={{ base: "100%", sm: 190 }}>
          <SelectInput
            label="It is"
            description="Recognised where it can be"
            data={narrowing.map((name) => ({ value: name, label: nameInSingular(name) }))}
            value={shown}
            onChange={() => {}}
            // Also called for the kind that is shown already: choosing it confirms it.
            onOptionSubmit={(next) => setChosen(isKind(next) ? next : null)}
          />
        </Box>
      </Group>
      <Group justify="flex-end" mt="sm">
        <Button type="submit">Look up</Button>
      </Group>
    </Paper>
  );
}

const nameInSingular = (name: SelectorName) => (name === "Session_Id" ? "Session id" : selectorWords[name].label);

/** "IP address" stays what it is, "Panel id" becomes "panel id". */
const inSentence = (name: SelectorName) =>
  nameInSingular(name).replace(/^[A-Z](?![A-Z])/, (sign) => sign.toLowerCase());

type FoundProps = { account: string | undefined; asked: Asked; onAsk: (asked: Asked) => void };

function Found({ account, asked, onAsk }: FoundProps) {
  const format = useFormat();
  const { data, error, refetch } = useQuery(personQuery(account, asked));
  // A refusal stays one however often it is asked: a service may not look for every identifier.
  if (error instanceof AppError && error.code === "invalid") {
    return (
      <Alert color="yellow" variant="light" role="alert">
        {error.message}
      </Alert>
    );
  }
  if (error) return <LoadError what="The look-up" error={error} onRetry={() => void refetch()} />;
  if (!data) return <TimelineSkeleton />;
  return (
    <Stack gap="md" component="section" aria-label="Found">
      {data.records.length === 0 ? (
        <Stack gap="sm" align="flex-start">
          <Text role="status">
            {data.not_looked_for
              ? "Nothing was found."
              : `No session has this ${inSentence(asked.kind)}. Check it, or look by another identifier.`}
          </Text>
          <OtherKinds asked={asked} onAsk={onAsk} />
        </Stack>
      ) : (
        <div role="status">
          <Title order={2} fz={18}>
            {seenInWords(data, format)}
          </Title>
        </div>
      )}
      {data.not_looked_for && (
        <Alert color="yellow" variant="light" role="note">
          {data.not_looked_for}
        </Alert>
      )}
      <PersonTimeline key={wordOf(asked)} found={data} onAsk={onAsk} />
    </Stack>
  );
}

function OtherKinds({ asked, onAsk }: Omit<FoundProps, "account">) {
  const kinds = otherKinds(asked);
  if (kinds.length === 0) return null;
  return (
    <Group gap="sm">
      {kinds.map((kind) => (
        <Button key={kind} variant="default" onClick={() => onAsk({ kind, value: asked.value })}>
          Look it up as {inSentence(kind)}
        </Button>
      ))}
    </Group>
  );
}

function TimelineSkeleton() {
  const service = useServiceName();
  return (
    <Stack gap="md" aria-busy>
      <Waiting
        what="Looking this person up…"
        explanation={`Duplicate check of ${service} is slow to answer. Looking changes nothing.`}
      />
      <Skeleton height={26} width={260} />
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} height={96} />
      ))}
    </Stack>
  );
}
