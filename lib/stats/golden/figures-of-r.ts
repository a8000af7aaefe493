import { readFileSync } from "node:fs";

/** Lines of a text that R wrote, each as its fields. */
export const figuresOfR = (file: URL): string[][] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
