import "@mantine/core/styles.layer.css";
import "@mantine/dates/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "./global.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/session/providers";

export const metadata: Metadata = {
  title: { default: "Fieldwork", template: "%s · Fieldwork" },
  description: "Run surveys and quotas, judge quality, read trends and build pivots.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

const NONCE = /'nonce-([^']+)'/;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = NONCE.exec((await headers()).get("content-security-policy") ?? "")?.[1] ?? "";
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}
