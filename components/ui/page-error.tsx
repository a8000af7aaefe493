"use client";

import { Button } from "./button";
import classes from "./last-resort.module.css";

/** In place of a page that could not be rendered. `retry` asks the server for it again: it may only have been busy. */
export function PageError({ retry }: { retry: () => void }) {
  return (
    <div className={classes.page}>
      <h1>This page could not be shown</h1>
      <p>Something went wrong on our side. Try again; what you saved is safe.</p>
      <Button look="primary" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
