"use client";

import { NativeSelect, Tabs } from "@mantine/core";
import { useQueryStates } from "nuqs";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { type ChecksView, checksParsers } from "@/lib/checks/address";
import { CheckSettingsView } from "./check-settings-view";
import { ReasonsView } from "./reasons-view";
import { RespondentView } from "./respondent-view";

type Props = {
  /** Checking records the session, and is for admins. */
  mayCheck: boolean;
  accounts: { id: string; name: string }[];
};

const views: Record<ChecksView, { label: string; aside: string }> = {
  respondent: { label: "Respondent", aside: "What speaks against one respondent, and how to explain it" },
  reasons: { label: "Reasons", aside: "Who failed and why, by supplier and day" },
  settings: { label: "Lists and settings", aside: "What respondents are checked by, and what your account decided" },
};
// Safe: the object has these keys alone.
const names = Object.keys(views) as ChecksView[];

/** The fraud checks. The address says which view. */
export function ChecksPage({ mayCheck, accounts }: Props) {
  const [state, setState] = useQueryStates(checksParsers, { history: "push" });
  const account = accounts.find(({ id }) => id === state.account)?.id ?? accounts[0]?.id;
  const open = (show: ChecksView) => void setState({ show });
  usePageActions(
    names.map((name) => ({
      id: `checks-${name}`,
      label: `Open ${views[name].label.toLowerCase()} of the fraud checks`,
      run: () => open(name),
    })),
  );
  return (
    <>
      <PageHeader title="Fraud checks" aside={views[state.show].aside}>
        {accounts.length > 1 && (
          <NativeSelect
            aria-label="Account"
            data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            value={account}
            onChange={({ currentTarget: { value } }) => void setState({ account: value })}
            w={200}
          />
        )}
      </PageHeader>
      <Tabs
        value={state.show}
        onChange={(next) => open(names.find((name) => name === next) ?? "respondent")}
        keepMounted={false}
        key={account}
      >
        <Tabs.List mb="md" aria-label="Views of the fraud checks">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {views[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="respondent">
          <RespondentView account={account} mayCheck={mayCheck} />
        </Tabs.Panel>
        <Tabs.Panel value="reasons">
          <ReasonsView account={account} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <CheckSettingsView account={account} mayChange={mayCheck} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
