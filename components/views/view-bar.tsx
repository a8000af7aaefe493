"use client";

import { Alert, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconDots, IconHomeCheck } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { ParserMap } from "nuqs";
import { type MouseEvent, type Ref, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { confirm } from "@/components/ui/confirm";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { MenuItem, MenuNote, PopMenu } from "@/components/ui/pop-menu";
import { refusedProps } from "@/components/ui/refusable";
import type { View, Views } from "@/lib/contracts/ours/views";
import { EVERYTHING, type ViewList } from "@/lib/contracts/terms/views";
import { builtInView, builtInViews } from "@/lib/views/built-in";
import { deleteView, openedViewQuery, setDefaultView, updateView, viewsQuery } from "@/lib/views/queries";
import { writeQuery } from "@/lib/views/resolve";
import { useListAddress } from "@/lib/views/use-list-address";
import classes from "./view-bar.module.css";

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
  const { data: all } = useQuery({ ...viewsQuery(list), enabled: dialog !== null });
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
      {/* biome-ignore lint/a11y/useSemanticElements: a bar of buttons is no form's fieldset. */}
      <div className={classes.bar} role="group" aria-label="View">
        <ViewMenu
          list={list}
          accounts={accounts}
          name={name}
          button={button}
          isUnread={isUnread && !viewsError}
          open={open}
        />
        <PopMenu
          width={260}
          trigger={(opens) => (
            <Button look="subtle" isSquare aria-label={`What to do with the view ${name}`} {...opens}>
              <IconDots size={18} aria-hidden />
            </Button>
          )}
        >
          <MenuItem onClick={() => ask("new")}>Save as a new view…</MenuItem>
          <MenuItem
            isDisabled={views?.default_view === viewId}
            onClick={() =>
              void run(
                () => setDefaultView(list, viewId),
                `${listNames[list]} now ${list === "audit" ? "opens" : "open"} with “${name}”.`,
              )
            }
          >
            {views?.default_view === viewId ? "This view opens first" : "Open this view first"}
          </MenuItem>
          {view && (
            <>
              <hr />
              {!view.may_change && <MenuNote>{NOT_YOURS}</MenuNote>}
              <MenuItem isDisabled={!view.may_change} onClick={() => ask("edit")}>
                Rename or share…
              </MenuItem>
              <MenuItem
                isDangerous
                isDisabled={!view.may_change}
                onClick={() => confirmRemoval(view, accounts, () => void remove(view))}
              >
                Delete…
              </MenuItem>
            </>
          )}
        </PopMenu>
        {isModified && (
          <>
            <Badge>{builtIn?.isBlank ? "not saved" : "modified"}</Badge>
            {!builtIn?.isBlank && (
              <Button
                isSmall
                look="light"
                isBusy={isBusy}
                onClick={() => view && void save(view)}
                {...refusedProps(reason)}
              >
                Save
              </Button>
            )}
            <Button isSmall look="light" onClick={() => ask("new")}>
              Save as…
            </Button>
            <Button isSmall look="subtle" onClick={() => open(viewId)}>
              Reset
            </Button>
          </>
        )}
      </div>
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
          others={all?.views ?? []}
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
  "field-sessions": "Sessions",
  respondents: "Respondents",
  audit: "The audit",
  trends: "Trends",
  pivots: "Tables",
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
      client.setQueriesData<Views>(
        { queryKey: [...queryKey, "opened"] },
        (known) => known && { ...known, views: known.views.map((each) => (each.id === view.id ? view : each)) },
      );
      const [known] = client
        .getQueriesData<Views>({ queryKey: [...queryKey, "opened"] })
        .flatMap(([, views]) => views ?? []);
      client.setQueryData(openedViewQuery(list, view.id).queryKey, {
        views: [view],
        default_view: known?.default_view ?? EVERYTHING,
      });
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
  accounts: Account[];
  name: string;
  button: Ref<HTMLButtonElement>;
  isUnread: boolean;
  open: (id: string) => void;
};

/** The views to choose from: links, so that one opens in a tab of its own or is copied. */
function ViewMenu({ list, accounts, name, button, isUnread, open }: MenuProps) {
  return (
    <PopMenu
      width={320}
      trigger={(opens) => (
        <Button ref={button} aria-label={`View: ${name || "reading"}`} {...opens}>
          <span className={isUnread ? classes.unread : classes.name}>{name}</span>
          <IconChevronDown size={16} aria-hidden />
        </Button>
      )}
    >
      <ViewChoices list={list} accounts={accounts} open={open} />
    </PopMenu>
  );
}

/** All views, which nobody waits for before they are looked for. */
function ViewChoices({ list, accounts, open }: Pick<MenuProps, "list" | "accounts" | "open">) {
  const path = usePathname();
  const { data: views, error } = useQuery(viewsQuery(list));
  const go = (id: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(id);
  };
  const item = ({ id, name, says }: { id: string; name: string; says: string }) => (
    <MenuItem key={id} href={`${path}?view=${encodeURIComponent(id)}`} onClick={go(id)}>
      {name}
      {views?.default_view === id && <IconHomeCheck size={16} role="img" aria-label="opens first" />}
      {says && <small>{says}</small>}
    </MenuItem>
  );
  const saved = (accountId: string | null) => views?.views.filter(({ account_id }) => account_id === accountId) ?? [];
  const groups = [
    { label: "Only mine", views: saved(null) },
    ...accounts.map(({ id, name }) => ({ label: `Shared in ${name}`, views: saved(id) })),
  ];
  return (
    <>
      {builtInViews[list].map(item)}
      {!views && <MenuNote>{error ? error.message : "Loading your views…"}</MenuNote>}
      {groups
        .filter((group) => group.views.length > 0)
        .map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a menu's group is no form's fieldset.
          <div key={group.label} role="group" aria-label={group.label}>
            <MenuNote isHidden>{group.label}</MenuNote>
            {group.views.map((view) => item({ ...view, says: view.is_mine ? "" : `By ${view.owner}` }))}
          </div>
        ))}
    </>
  );
}
