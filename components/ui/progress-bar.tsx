import classes from "./progress-bar.module.css";

/** `percent`: 0 to 100, as the role has it by itself; more is drawn as 100. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  const shown = Math.floor(Math.max(0, Math.min(100, percent)));
  return (
    <span className={classes.bar} role="progressbar" aria-label={label} aria-valuenow={shown}>
      <i style={{ width: `${shown}%` }} />
    </span>
  );
}
