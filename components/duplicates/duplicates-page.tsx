"use client";

import { Alert, Button, Group, NativeSelect } from "@mantine/core";
import { useQueryStates } from "nuqs";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { Refusable } from "@/components/ui/refusable";
import { ACTIVATION_REFUSED, may, type Role } from "@/lib/contracts/rules/permissions";
import { chosenAccount, type DuplicatesView, duplicatesParsers, usualView } from "@/lib/duplicates/address";
import { HISTORY_REFUSED } from "@/lib/duplicates/words";
import { HistoryView } from "./history-view";
import { LookUpView } from "./look-up-view";
import { type Service, ServiceProvider } from "./service";
import { SwitchView } from "./switch-view";
import { ViewLink } from "./view-link";

type Props = {
  role: Role;
  accounts: { id: string; name: string }[];
  service: Service;
};

type Tab = { view: DuplicatesView; label: string; aside: string; action: string; refusal: string | null };

const tabsFor = (role: Role): Tab[] => {
  const acts = may(role, "duplicates:act");
  return [
    {
      view: "switch",
      label: "Switch",
      aside: "Deactivate or activate sessions in the duplicate check",
      action: "Deactivate or activate surveys",
      refusal: acts ? null : ACTIVATION_REFUSED,
    },
    {
      view: "look-up",
      label: "Look up",
      aside: "Who is this, and where else were they seen",
      action: "Look somebody up",
      refusal: null,
    },
    {
      view: "history",
      label: "History",
      aside: "What was switched, by whom",
      action: "Open the history of the duplicate check",
      refusal: acts ? null : HISTORY_REFUSED,
    },
  ];
};

/** The duplicate check: switching it, looking somebody up, and what was switched. The address says which. */
export function DuplicatesPage({ role, accounts, service }: Props) {
  const [state, setState] = useQueryStates(duplicatesParsers, { history: "push" });
  const view = state.show ?? usualView(role);
  const account = chosenAccount(accounts, state.account);
  const tabs = tabsFor(role);
  const shown = tabs.find((tab) => tab.view === view);
  usePageActions(
    tabs.map(({ view: show, action, refusal }) => ({
      id: `duplicates-${show}`,
      label: action,
      keywords: "duplicate check",
      run: () => void setState({ show, job: null }),
      refused: refusal,
    })),
  );
  return (
    <>
      <PageHeader title="Duplicate check" aside={shown?.aside}>
        {accounts.length > 1 && (
          <NativeSelect
            aria-label="Account"
            data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            value={account}
            onChange={({ currentTarget: { value } }) => void setState({ account: value, page: null, job: null })}
            w={200}
          />
        )}
      </PageHeader>
      <Tabs tabs={tabs} shown={view} />
      {shown?.refusal ? (
        <Alert color="gray" variant="light" role="note">
          {shown.refusal}
        </Alert>
      ) : (
        <ServiceProvider service={service} readsLinks={may(role, "duplicates:act")}>
          <View key={account} view={view} account={account} />
        </ServiceProvider>
      )}
    </>
  );
}

function View({ view, account }: { view: DuplicatesView; account: string | undefined }) {
  if (view === "switch") return <SwitchView account={account} />;
  return view === "history" ? <HistoryView account={account} /> : <LookUpView account={account} />;
}

/** Links, so that each view can be opened beside another; a refused one is seen, and says why. */
function Tabs({ tabs, shown }: { tabs: Tab[]; shown: DuplicatesView }) {
  return (
    <Group component="nav" aria-label="Views of the duplicate check" gap={4} mb="md">
      {tabs.map(({ view, label, refusal }) => (
        <Refusable key={view} reason={refusal}>
          {(refused) => (
            <Button
              component={ViewLink}
              show={view}
              size="xs"
              variant={view === shown ? "light" : "subtle"}
              color={view === shown ? "indigo" : "gray"}
              {...(view === shown && { "aria-current": "page" as const })}
              // A disabled link gets no pointer events, and could not say why it is disabled.
              style={refused["aria-disabled"] && { pointerEvents: "auto", cursor: "not-allowed" }}
              {...refused}
            >
              {label}
            </Button>
          )}
        </Refusable>
      ))}
    </Group>
  );
}
