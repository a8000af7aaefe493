import type { cookies as realCookies, headers as realHeaders } from "next/headers";
import { vi } from "vitest";

/** Stands for `next/headers` and `next/navigation`, which cannot be loaded outside of Next: tests say what these do. */
export const cookies = vi.fn<typeof realCookies>();
export const headers = vi.fn<typeof realHeaders>();
export const redirect = vi.fn<(url: string) => never>();
