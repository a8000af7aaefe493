/** The first parts of the keys by which a page reads answers and figures of them: read anew when these have changed. */
export const figureKeys = [["imports"], ["questions"], ["weights"], ["trends"], ["pivots"]] as const;
