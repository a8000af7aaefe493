"use client";

import { Alert, Stack, Tabs } from "@mantine/core";
import { useQueryStates } from "nuqs";
import { PageHeader } from "@/components/ui/page-header";
import { DEMO_REFUSED, KEYS_REFUSED, PEOPLE_REFUSED } from "@/lib/contracts/rules/permissions";
import { type Section, settingsParsers } from "@/lib/settings/address";
import { ConnectionSection } from "./connection-section";
import { DemoSection } from "./demo-section";
import { HashingSection } from "./hashing-section";
import { KeysSection } from "./keys-section";
import { MineSection } from "./mine-section";
import { OriginsSection } from "./origins-section";
import { PeopleSection } from "./people-section";
import { SessionsSection } from "./sessions-section";
import { TemplateSection } from "./template-section";

const titles: Record<Section, string> = {
  mine: "Mine",
  sessions: "Sessions",
  connections: "Connections",
  people: "People",
  keys: "Keys",
  hashing: "Hashing",
  slides: "Slides",
  demo: "Demo data",
};

type Props = {
  /** Accounts that the viewer may invite people to; null: people are not theirs to manage. */
  peopleAccounts: { id: string; name: string }[] | null;
  /** Accounts that the viewer may make keys for; null: keys are not his to manage. */
  keyAccounts: { id: string; name: string }[] | null;
  /** Why hashing is not the viewer's to manage here; null: it is. */
  hashingRefusal: string | null;
  setsTemplates: boolean;
};

const sections = Object.keys(titles) as Section[];

/** What a person sets for himself, sees of his connection and, as an admin, decides for colleagues. */
export function SettingsPage({ peopleAccounts, keyAccounts, hashingRefusal, setsTemplates }: Props) {
  const [{ section }, setState] = useQueryStates(settingsParsers, { history: "push" });
  const open = (next: string | null) => {
    const found = sections.find((each) => each === next);
    if (found) void setState({ section: found, search: null, page: null });
  };
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs value={section} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg" aria-label="Settings">
          {sections.map((each) => (
            <Tabs.Tab key={each} value={each} px={{ base: 10, sm: "md" }}>
              {titles[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="mine">
          <MineSection />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionsSection />
        </Tabs.Panel>
        <Tabs.Panel value="connections">
          <ConnectionSection />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          {peopleAccounts ? (
            <PeopleSection accounts={peopleAccounts} />
          ) : (
            <Alert color="gray" variant="light" role="note">
              {PEOPLE_REFUSED}
            </Alert>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          {keyAccounts ? (
            <Stack gap="xl">
              <KeysSection accounts={keyAccounts} />
              <OriginsSection />
            </Stack>
          ) : (
            <Alert color="gray" variant="light" role="note">
              {KEYS_REFUSED}
            </Alert>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="hashing">
          {hashingRefusal === null ? (
            <HashingSection />
          ) : (
            <Alert color="gray" variant="light" role="note">
              {hashingRefusal}
            </Alert>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="slides">
          <TemplateSection mayWrite={setsTemplates} />
        </Tabs.Panel>
        <Tabs.Panel value="demo">
          {peopleAccounts ? (
            <DemoSection />
          ) : (
            <Alert color="gray" variant="light" role="note">
              {DEMO_REFUSED}
            </Alert>
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
