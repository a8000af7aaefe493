import { notFound, refuse } from "@/lib/routes/route";

/** A survey has no address of its own; who tries to delete one at it is told why he cannot. */
export const DELETE = refuse("", "Survey objects cannot be deleted.");

export { notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
