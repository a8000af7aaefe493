"use client";

/** The last resort: a page without its frame. */
export { PageError as default } from "@/components/ui/page-error";
