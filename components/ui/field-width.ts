import type { CSSProperties } from "react";

/** How wide a field is, in px, where it has not the whole line: the style sheet decides where. */
export const widthVariable = (width: number) => ({ "--width": `${width}px` }) as CSSProperties;

/** Two beside each other on a narrow screen. */
export const HALF = "calc(50% - var(--mantine-spacing-sm) / 2)";
