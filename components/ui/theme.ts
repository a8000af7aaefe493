import { type CSSVariablesResolver, createTheme } from "@mantine/core";
import classes from "./calendar.module.css";

/** A dialog's `<header>` would be a second banner of the page. */
const dialogProps = { closeButtonProps: { "aria-label": "Close" }, attributes: { header: { role: "presentation" } } };

const calendarLabels = {
  previousMonth: "Previous month",
  nextMonth: "Next month",
  previousYear: "Previous year",
  nextYear: "Next year",
  previousDecade: "Previous decade",
  nextDecade: "Next decade",
};

const calendar = { defaultProps: { ariaLabels: calendarLabels }, classNames: { day: classes.day } };

/** Calm and dense; the shades are those at which text on filled controls is readable in both schemes. */
export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: "indigo",
  primaryShade: { light: 8, dark: 8 },
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  defaultRadius: "md",
  cursorType: "pointer",
  headings: { fontWeight: "600" },
  components: {
    Notification: {
      defaultProps: { closeButtonProps: { "aria-label": "Dismiss" } },
      // Under a title it would be paler than anybody can be asked to read.
      styles: { description: { color: "var(--mantine-color-dimmed)" } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250, multiline: true, maw: 320 } },
    DatePicker: calendar,
    DateTimePicker: calendar,
    Modal: { defaultProps: dialogProps },
    Drawer: { defaultProps: dialogProps },
  },
});

const tinted = ["gray", "red", "orange", "yellow", "green", "teal", "indigo"];

/** Text on tinted badges and alerts, which Mantine leaves below 4.5:1. */
const tintedText = (color: (name: string) => string) =>
  Object.fromEntries(
    tinted.map((name) => [`--mantine-color-${name}-light-color`, color(`var(--mantine-color-${name}`)]),
  );

/** Mantine's dimmed and tinted text, and what stands in an empty field, falls short of 4.5:1 on its own backgrounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--app-background": "var(--mantine-color-gray-0)",
    "--app-line": "var(--mantine-color-gray-3)",
    "--app-line-faint": "var(--mantine-color-gray-2)",
    "--app-hover": "var(--mantine-color-gray-0)",
    "--app-control": "var(--mantine-color-white)",
    "--app-control-line": "var(--mantine-color-gray-4)",
    "--app-control-hover": "var(--mantine-color-gray-1)",
    "--app-refused": "var(--mantine-color-gray-6)",
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "color-mix(in srgb, var(--mantine-color-gray-6), black 20%)",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    ...tintedText((name) => `color-mix(in srgb, ${name}-9), black 40%)`),
  },
  dark: {
    "--app-background": "var(--mantine-color-dark-8)",
    "--app-line": "var(--mantine-color-dark-4)",
    "--app-line-faint": "var(--mantine-color-dark-5)",
    "--app-hover": "var(--mantine-color-dark-6)",
    "--app-control": "var(--mantine-color-dark-6)",
    "--app-control-line": "var(--mantine-color-dark-4)",
    "--app-control-hover": "var(--mantine-color-dark-5)",
    "--app-refused": "var(--mantine-color-dark-2)",
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "color-mix(in srgb, var(--mantine-color-dark-1), var(--mantine-color-dark-2))",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-anchor": "var(--mantine-color-indigo-3)",
    ...tintedText((name) => `${name}-2)`),
  },
});
