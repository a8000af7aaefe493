import classes from "./middle-cut.module.css";

/** Characters that stay at the end: names of one questionnaire often begin alike and differ there. */
const TAIL = 12;
const SHORT = 20;

/** A text on one line, cut in its middle where it is too long for its place; read aloud as one text. */
export function MiddleCut({ text }: { text: string }) {
  const letters = Array.from(text);
  if (letters.length <= SHORT) return text;
  return (
    <>
      <span className="visually-hidden">{text}</span>
      <span
        aria-hidden
        className={classes.cut}
        data-head={letters.slice(0, -TAIL).join("")}
        data-tail={letters.slice(-TAIL).join("")}
      />
    </>
  );
}
