"use client";

import { Button } from "./button";
import classes from "./last-resort.module.css";

/** As browsers and bundlers say that a script of the page is gone: a newer build has been installed since it was opened. */
const isFormerBuild = ({ name, message }: Error) =>
  name === "ChunkLoadError" || /(loading|load) (css )?chunk|dynamically imported module/i.test(message);

/** In place of a page that could not be rendered. `retry` asks the server for it again: it may only have been busy. */
export function PageError({ error, retry }: { error: Error; retry: () => void }) {
  const isUpdated = isFormerBuild(error);
  return (
    <div className={classes.page}>
      <h1>{isUpdated ? "Fieldwork was updated" : "This page could not be shown"}</h1>
      <p>
        {isUpdated
          ? "This page is from the version before. Reload it; drafts and what you saved are safe."
          : "Something went wrong on our side. Try again; what you saved is safe."}
      </p>
      <Button look="primary" onClick={isUpdated ? () => window.location.reload() : retry}>
        {isUpdated ? "Reload page" : "Try again"}
      </Button>
    </div>
  );
}
