"use client";

import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import classes from "./pop-menu.module.css";
import { type PopoverOptions, usePopover } from "./use-popover";

type Props = PopoverOptions & {
  /** Items, and what stands between them; rendered only while the menu is open. */
  children: ReactNode;
};

const ITEMS = '[role="menuitem"]';

/** A menu in the browser's top layer. It costs a closed page nothing: no item is there before it is opened. */
export function PopMenu({ trigger, children, align, width }: Props) {
  const { opens, box, isOpen } = usePopover({ align, width, opensWith: "menu", firstFocus: ITEMS });
  return (
    <>
      {trigger(opens)}
      <div
        {...box}
        role="menu"
        tabIndex={-1}
        aria-labelledby={opens.id}
        className={classes.menu}
        onKeyDown={moveFocus}
        // Before the item acts: a dialog that it opens finds the focus at the button, and gives it back there.
        onClickCapture={(event) => isAnItem(event.target) && event.currentTarget.hidePopover()}
      >
        {isOpen && children}
      </div>
    </>
  );
}

const isAnItem = (target: EventTarget) =>
  target instanceof Element && target.closest(`${ITEMS}:not([aria-disabled])`) !== null;

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Tab") event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}

type ItemProps = {
  /** A link: opens in a tab of its own where that is asked for. */
  href?: string;
  onClick: (event: MouseEvent<HTMLAnchorElement | HTMLButtonElement>) => void;
  /** Why it cannot be chosen now: shown disabled, with this sentence. */
  refused?: string | null;
  /** Cannot be chosen now, for a reason that stands beside it. */
  isDisabled?: boolean;
  isDangerous?: boolean;
  children: ReactNode;
};

export function MenuItem(item: ItemProps) {
  const { href, onClick, refused = null, isDisabled = refused !== null, isDangerous = false, children } = item;
  const shared = {
    role: "menuitem",
    tabIndex: -1,
    ...(isDangerous && { "data-danger": true }),
    ...(isDisabled ? { "aria-disabled": true } : { onClick }),
  };
  const content = (
    <span>
      {children}
      {refused && <small>{refused}</small>}
    </span>
  );
  return href === undefined ? (
    <button type="button" {...shared}>
      {content}
    </button>
  ) : (
    <a href={href} {...shared}>
      {content}
    </a>
  );
}

/** Words between items. `isHidden`: they name a group that says its name itself. */
export const MenuNote = ({ isHidden, children }: { isHidden?: boolean; children: ReactNode }) => (
  <div className={classes.note} aria-hidden={isHidden}>
    {children}
  </div>
);
