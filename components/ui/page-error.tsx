"use client";

import { isPartMissing, PART_MISSING } from "@/lib/http/load-part";
import { Button } from "./button";
import classes from "./last-resort.module.css";

/** In place of a page that could not be rendered. `retry` asks the server for it again: it may only have been busy. */
export function PageError({ error, retry }: { error: Error; retry: () => void }) {
  const isOld = isPartMissing(error);
  return (
    <div className={classes.page}>
      <h1>{isOld ? "This page has to be reloaded" : "This page could not be shown"}</h1>
      <p>{isOld ? PART_MISSING : "Something went wrong on our side. Try again; what you saved is safe."}</p>
      <Button look="primary" onClick={isOld ? () => window.location.reload() : retry}>
        {isOld ? "Reload page" : "Try again"}
      </Button>
    </div>
  );
}
