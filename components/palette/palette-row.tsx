import { Highlight, UnstyledButton } from "@mantine/core";
import { IconArrowRight, IconBolt, IconClipboardList, IconFolder, IconHistory, IconUser } from "@tabler/icons-react";
import Link from "next/link";
import type { Entry, EntryKind } from "./entries";
import classes from "./palette.module.css";

const icons: Record<EntryKind, typeof IconBolt> = {
  survey: IconClipboardList,
  project: IconFolder,
  person: IconUser,
  page: IconArrowRight,
  action: IconBolt,
  recent: IconHistory,
};

type Props = {
  entry: Entry;
  id: string;
  text: string;
  selected: boolean;
  /** Whether it stays first whatever the server answers. */
  isLocal: boolean;
  onRemember: () => void;
};

/** A row that the keys choose and a click opens: a link where it leads somewhere, so that it opens as links do. */
export function PaletteRow({ entry, id, text, selected, isLocal, onRemember }: Props) {
  const Icon = icons[entry.kind];
  const shared = {
    id,
    role: "option",
    tabIndex: -1,
    className: classes.row,
    "aria-selected": selected,
    "data-action": true,
    "data-selected": selected || undefined,
    "data-local": isLocal || undefined,
    "aria-disabled": entry.refused ? true : undefined,
    // The field keeps the focus.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  const content = (
    <>
      <Icon size={16} stroke={1.6} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        <Highlight component="span" highlight={text} className={classes.label}>
          {entry.label}
        </Highlight>
        {entry.line && (
          <Highlight component="span" highlight={entry.refused ? "" : text} className={classes.line}>
            {entry.line}
          </Highlight>
        )}
      </span>
    </>
  );
  if (entry.href !== undefined) {
    return (
      <UnstyledButton component={Link} href={entry.href} prefetch={false} {...shared} onClick={onRemember}>
        {content}
      </UnstyledButton>
    );
  }
  return (
    <UnstyledButton {...shared} onClick={entry.run}>
      {content}
    </UnstyledButton>
  );
}
