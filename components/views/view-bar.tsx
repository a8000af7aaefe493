"use client";

import { ActionIcon, Alert, Badge, Button, Group, Menu, Skeleton, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconDots, IconHomeCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { ParserMap } from "nuqs";
import { type MouseEvent, type Ref, useRef, useState } from "react";
import { confirm } from "@/components/ui/confirm";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { Refusable } from "@/components/ui/refusable";
import type { View, Views } from "@/lib/contracts/ours/views";
import { EVERYTHING, type ViewList } from "@/lib/contracts/terms/views";
import { builtInView, builtInViews } from "@/lib/views/built-in";
import { deleteView, setDefaultView, updateView, viewsQuery } from "@/lib/views/queries";
import { writeQuery } from "@/lib/views/resolve";
import { useListAddress } from "@/lib/views/use-list-address";

type Account = { id: string; name: string };
const ViewDialog = onDemand(async () => (await import("./view-dialog")).ViewDialog, DialogFrame);

type Props<P extends ParserMap> = {
  list: ViewList;
  /** What the list keeps in its address; one and the same object at every rendering. */
  parsers: P;
  accounts: Account[];
  /** A view was saved that shows what is shown now. */
  onSaved?: (view: View) => void;
  /** Why the view that is open cannot take what is shown now. */
  refusal?: string | null;
};

const BUILT_IN = "This view comes with the product and stays as it is. Save a view of your own instead.";
const NOT_YOURS = "Only its maker or an admin can change this view. Save a view of your own instead.";

/** Which view of a list is open, what differs from it, and what can be done with it. */
export function ViewBar<P extends ParserMap>({ list, parsers, accounts, onSaved, refusal = null }: Props<P>) {
  const address = useListAddress(list, parsers);
  const { views, viewId, isModified, isLost, isUnread, viewsError, open } = address;
  const [dialog, setDialog] = useState<"new" | "edit" | null>(null);
  const { run, isBusy, keep, drop } = useViewWrites(list);
  const [opener, button] = [useRef<Element>(null), useRef<HTMLButtonElement>(null)];
  const view = views?.views.find(({ id }) => id === viewId) ?? null;
  const builtIn = builtInView(list, viewId);
  const name = view?.name ?? builtIn?.name ?? "";
  const query = writeQuery(parsers, address.state);
  const reason = !view ? BUILT_IN : view.may_change ? refusal : NOT_YOURS;

  const ask = (wanted: "new" | "edit") => {
    opener.current = document.activeElement;
    setDialog(wanted);
  };
  /** To what opened the dialog; an item of a menu is gone, and so are the buttons beside a view that was saved. */
  const close = (isSaved: boolean) => {
    const back = opener.current;
    setDialog(null);
    (!isSaved && back instanceof HTMLButtonElement && back.isConnected ? back : button.current)?.focus();
  };

  const save = (changed: View) =>
    run(async () => {
      const saved = await updateView({ id: changed.id, query });
      keep(saved);
      onSaved?.(saved);
      open(changed.id);
    }, `“${changed.name}” now shows this.`);
  const remove = (gone: View) =>
    run(async () => {
      await deleteView(gone.id);
      open(EVERYTHING);
      drop(gone.id);
    }, `“${gone.name}” was deleted.`);

  return (
    <>
      <Group mb="sm" gap="xs" role="group" aria-label="View">
        <ViewMenu
          list={list}
          views={views}
          accounts={accounts}
          name={name}
          button={button}
          isUnread={isUnread && !viewsError}
          open={open}
        />
        {isModified && (
          <>
            <Badge variant="light" color="gray" tt="none" fw={500}>
              {builtIn?.isBlank ? "not saved" : "modified"}
            </Badge>
            {!builtIn?.isBlank && (
              <Refusable reason={reason}>
                {(refused) => (
                  <Button
                    size="compact-sm"
                    variant="light"
                    loading={isBusy}
                    onClick={() => view && void save(view)}
                    {...refused}
                  >
                    Save
                  </Button>
                )}
              </Refusable>
            )}
            <Button size="compact-sm" variant="light" onClick={() => ask("new")}>
              Save as…
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => open(viewId)}>
              Reset
            </Button>
          </>
        )}
        <Menu position="bottom-start" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`What to do with the view ${name}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => ask("new")}>Save as a new view…</Menu.Item>
            <Menu.Item
              disabled={views?.default_view === viewId}
              onClick={() =>
                void run(
                  () => setDefaultView(list, viewId),
                  `${listNames[list]} now ${list === "audit" ? "opens" : "open"} with “${name}”.`,
                )
              }
            >
              {views?.default_view === viewId ? "This view opens first" : "Open this view first"}
            </Menu.Item>
            {view && (
              <>
                <Menu.Divider />
                {!view.may_change && (
                  <Text size="xs" c="dimmed" px="sm" py={4}>
                    {NOT_YOURS}
                  </Text>
                )}
                <Menu.Item disabled={!view.may_change} onClick={() => ask("edit")}>
                  Rename or share…
                </Menu.Item>
                <Menu.Item
                  color="red"
                  disabled={!view.may_change}
                  onClick={() => confirmRemoval(view, accounts, () => void remove(view))}
                >
                  Delete…
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {viewsError && <LoadError what="Views" error={viewsError} onRetry={() => void address.readViews()} />}
      {isLost && (
        <Alert role="status" color="gray" variant="light" mb="sm" title="This view is not there">
          <Text size="sm">
            It was deleted, or is not shared with you. You see {builtInView(list, EVERYTHING)?.name.toLowerCase()} with
            what else the address says.
          </Text>
        </Alert>
      )}
      {dialog && (
        <ViewDialog
          list={list}
          query={query}
          accounts={accounts}
          others={views?.views ?? []}
          {...(dialog === "edit" && view && { view })}
          onClose={() => close(false)}
          onSaved={(saved) => {
            keep(saved);
            if (dialog === "new") {
              onSaved?.(saved);
              open(saved.id);
            }
            close(true);
          }}
        />
      )}
    </>
  );
}

const listNames: Record<ViewList, string> = {
  surveys: "Surveys",
  projects: "Projects",
  responses: "Responses",
  audit: "The audit",
  trends: "Trends",
  pivots: "Pivots",
};

/** Writes about views, each followed by what the server then has. */
function useViewWrites(list: ViewList) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { queryKey } = viewsQuery(list);
  const put = (change: (views: View[]) => View[]) =>
    client.setQueryData<Views>(queryKey, (known) => known && { ...known, views: change(known.views) });
  return {
    isBusy,
    /** Shown at once; the order is the server's when it has answered. */
    keep: (view: View) => {
      put((views) => [...views.filter(({ id }) => id !== view.id), view]);
      void client.invalidateQueries({ queryKey });
    },
    drop: (gone: string) => put((views) => views.filter(({ id }) => id !== gone)),
    run: async (write: () => Promise<unknown>, done: string) => {
      setBusy(true);
      try {
        await write();
        notifications.show({ color: "green", message: done });
      } catch (error) {
        notifications.show({ color: "red", message: error instanceof Error ? error.message : String(error) });
      } finally {
        setBusy(false);
        void client.invalidateQueries({ queryKey });
      }
    },
  };
}

function confirmRemoval(view: View, accounts: Account[], onConfirm: () => void) {
  const account = accounts.find(({ id }) => id === view.account_id);
  confirm({
    title: `Delete the view “${view.name}”?`,
    children: (
      <Text size="sm">
        {view.account_id === null
          ? "Links to it will show the whole list."
          : `Everybody in ${account?.name ?? "the account"} loses it. Links to it will show the whole list.`}
      </Text>
    ),
    labels: { confirm: "Delete", cancel: "Keep" },
    onConfirm,
  });
}

type MenuProps = {
  list: ViewList;
  views: Views | undefined;
  accounts: Account[];
  name: string;
  button: Ref<HTMLButtonElement>;
  isUnread: boolean;
  open: (id: string) => void;
};

/** The views to choose from: links, so that one opens in a tab of its own or is copied. */
function ViewMenu({ list, views, accounts, name, button, isUnread, open }: MenuProps) {
  const path = usePathname();
  const shared = accounts.map((account) => ({
    label: `Shared in ${account.name}`,
    views: views?.views.filter(({ account_id }) => account_id === account.id) ?? [],
  }));
  const groups = [
    { label: "Only mine", views: views?.views.filter(({ account_id }) => account_id === null) ?? [] },
    ...shared,
  ];
  const go = (id: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(id);
  };
  const item = ({ id, name: title, says }: { id: string; name: string; says: string }) => (
    <Menu.Item
      key={id}
      component="a"
      href={`${path}?view=${encodeURIComponent(id)}`}
      onClick={go(id)}
      rightSection={views?.default_view === id ? <IconHomeCheck size={16} role="img" aria-label="opens first" /> : null}
    >
      <Text size="sm" component="span" display="block" style={{ overflowWrap: "anywhere" }}>
        {title}
      </Text>
      {says && (
        <Text size="xs" c="dimmed" component="span" display="block">
          {says}
        </Text>
      )}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start" width={320} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`View: ${name || "reading"}`}
          maw="100%"
        >
          {isUnread ? (
            <Skeleton h={12} w={120} />
          ) : (
            <Text size="sm" fw={600} component="span" truncate maw={280}>
              {name}
            </Text>
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
        {builtInViews[list].map(item)}
        {groups
          .filter((group) => group.views.length > 0)
          .map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a menu's group is no form's fieldset.
            <div key={group.label} role="group" aria-label={group.label}>
              <Text size="xs" c="dimmed" px="sm" pt={8} pb={4} aria-hidden>
                {group.label}
              </Text>
              {group.views.map((view) => item({ ...view, says: view.is_mine ? "" : `By ${view.owner}` }))}
            </div>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
