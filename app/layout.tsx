import "@mantine/core/styles.layer.css";
import "@/components/ui/theme.css";
import "@/components/ui/colours.css";
import "./global.css";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { KEEP_EARLY_PRESS } from "@/components/session/early-press";
import { PageIsLive } from "@/components/session/page-is-live";
import { pageNonce } from "@/lib/routes/page-nonce";

export const metadata: Metadata = {
  title: { default: "Fieldwork", template: "%s · Fieldwork" },
  description: "Run surveys and quotas, judge quality, read trends and build tables.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

/**
 * Shows the page in the scheme that was chosen under Mantine's key, else in the system's, before anything is drawn; and
 * follows the system where Mantine, which pages before sign-in do not load, does not.
 */
const SHOW_SCHEME = `(() => {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    let chosen = null;
    try { chosen = window.localStorage.getItem("mantine-color-scheme-value"); } catch {}
    const isDark = chosen === "dark" || (chosen !== "light" && system.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
  };
  show();
  system.addEventListener("change", show);
})();`;

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <script nonce={await pageNonce()} suppressHydrationWarning>
          {SHOW_SCHEME + KEEP_EARLY_PRESS}
        </script>
      </head>
      <body>
        {children}
        <PageIsLive />
      </body>
    </html>
  );
}
