/** Tells the document that its page answers. */
export const PAGE_IS_LIVE = "fieldwork:live";

/**
 * A script of the document itself. A button pressed before the page answers is kept, and pressed once the page does; a
 * press elsewhere drops it. React may already listen while it takes the page over: it does not hear the first press.
 * What the browser does by itself (a box opened, a form sent) needs no second one.
 */
export const KEEP_EARLY_PRESS = `(() => {
  let kept = null;
  const keep = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const isOurs = button !== null && button.type === "button" && !button.hasAttribute("popovertarget");
    kept = isOurs ? button : null;
    if (isOurs) event.stopImmediatePropagation();
  };
  document.addEventListener("click", keep, true);
  document.addEventListener("${PAGE_IS_LIVE}", () => {
    document.removeEventListener("click", keep, true);
    if (kept !== null && kept.isConnected) kept.click();
  }, { once: true });
})();`;
