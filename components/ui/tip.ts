/**
 * Spread over an element: the page's one tooltip shows `text` while the element is pointed at, touched or has the
 * focus. Nothing is rendered for it, so a table may have one in each cell.
 */
export const tip = (text: string | null | undefined): { "data-tip"?: string } => (text ? { "data-tip": text } : {});

/** Spread over an element in one line: where it is cut, the tooltip shows its whole text. */
export const tipWhenCut = { "data-tip": "" };
