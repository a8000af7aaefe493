"use client";

/** Within the frame, so that a person can go elsewhere. */
export { PageError as default } from "@/components/ui/page-error";
