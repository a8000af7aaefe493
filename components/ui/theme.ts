import { createTheme } from "@mantine/core";
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

/** Its CSS variables are in `theme.css`. Text on filled controls is readable at these shades in both schemes. */
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
