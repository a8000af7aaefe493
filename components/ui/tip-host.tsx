"use client";

import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import classes from "./tip-host.module.css";

const TIPPED = "[data-tip]";
const DELAY_MS = 250;
const GAP = 6;

const tippedAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(TIPPED) : null;

/** The page's one tooltip: shows what `tip` put on an element, in the top layer, and describes the element by it. */
export function TipHost() {
  const target = useTipped();
  const text = target && (target.dataset.tip || textWhenCut(target));
  return target && text && <Tip key={text} target={target} text={text} />;
}

/** The parts of an element, each on a line, where one of them is cut. */
function textWhenCut(element: HTMLElement): string | null {
  const parts = [element, ...element.children];
  if (!parts.some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)) return null;
  return [...element.children].map(({ textContent }) => textContent).join("\n") || element.textContent;
}

/** The element whose tip is due: pointed at for a moment, touched, or with the keyboard's focus. */
function useTipped(): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const showLater = (element: HTMLElement | null, delayMs: number) => {
      clearTimeout(timer);
      if (element === null) setTarget(null);
      else timer = setTimeout(() => setTarget(element), delayMs);
    };
    const listeners = new AbortController();
    const on = <K extends keyof DocumentEventMap>(type: K, listen: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, listen, { signal: listeners.signal, capture: true, passive: true });
    on("pointerover", (event) => showLater(tippedAt(event.target), event.pointerType === "touch" ? 0 : DELAY_MS));
    on("focusin", (event) => showLater(tippedAt(event.target), 0));
    on("focusout", () => showLater(null, 0));
    on("scroll", () => showLater(null, 0));
    on("keydown", (event) => event.key === "Escape" && showLater(null, 0));
    document.documentElement.addEventListener("pointerleave", () => showLater(null, 0), { signal: listeners.signal });
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, []);
  return target;
}

function Tip({ target, text }: { target: HTMLElement; text: string }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const described = target.getAttribute("aria-describedby");
    target.setAttribute("aria-describedby", described ? `${described} ${id}` : id);
    if (box.current) {
      box.current.showPopover();
      placeBeside(box.current, target.getBoundingClientRect());
    }
    return () => {
      if (described === null) target.removeAttribute("aria-describedby");
      else target.setAttribute("aria-describedby", described);
    };
  }, [target, id]);
  return (
    <div ref={box} id={id} role="tooltip" popover="manual" className={classes.tip}>
      {text}
    </div>
  );
}

/** Above the element, below where there is no room, and inside the window. */
function placeBeside(box: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const above = top - box.offsetHeight - GAP;
  box.style.top = `${above < GAP ? bottom + GAP : above}px`;
  const middle = left + width / 2 - box.offsetWidth / 2;
  box.style.left = `${Math.max(GAP, Math.min(middle, window.innerWidth - box.offsetWidth - GAP))}px`;
}
