import { questionIdsOf } from "@/lib/answers/weights/rake-cells";
import type { Weight } from "@/lib/contracts/interfaces/answers";

/** What the removal of a derived question takes along, and what stays: before it is removed. */
export function removalWords(id: string, weights: readonly Weight[]): string {
  const users = weights.filter(({ raked }) => raked && questionIdsOf(raked.recipe).includes(id));
  const names = users.map(({ name }) => `“${name}”`).join(", ");
  const one = users.length === 1;
  return [
    `“${id}” goes from charts, tables and filters; saved views that name it show the rest without it.`,
    ...(users.length > 0
      ? [
          `${one ? "The weight" : "The weights"} ${names} ${one ? "is made of it: it keeps its" : "are made of it: they keep their"} values, and can no longer be calculated.`,
        ]
      : []),
    "No answer is lost: it can be made again.",
  ].join(" ");
}
