"use client";

import type { ComponentProps, ReactNode } from "react";
import { JobTray } from "@/components/jobs/job-tray";
import { Palette } from "@/components/palette/palette";
import { PaletteButton } from "@/components/palette/palette-button";
import { AppFrame } from "@/components/session/app-frame";
import { FrameData } from "@/components/session/page-data";
import { Providers } from "@/components/session/providers";
import { RoleNotice } from "@/components/session/role-notice";
import { PageActionsProvider } from "@/components/ui/page-actions";
import { FormatProvider } from "@/components/ui/use-format";

type Props = Pick<ComponentProps<typeof AppFrame>, "person" | "connection"> &
  Pick<ComponentProps<typeof FormatProvider>, "settings"> & {
    nonce: string;
    /** What the server read for the frame. */
    read: ComponentProps<typeof FrameData>["state"];
    /** Whose recent things the palette keeps. */
    owner: string;
    /** The admin whom a person without a role asks for one; null: the notice is not shown. */
    contact: ComponentProps<typeof RoleNotice>["contact"] | null;
    children: ReactNode;
  };

/**
 * The frame around every page after sign-in. It is one client component: the HTML lists the scripts of each client
 * component again.
 */
export function Dashboard({ nonce, settings, read, person, connection, owner, contact, children }: Props) {
  return (
    <Providers nonce={nonce}>
      <FormatProvider settings={settings}>
        <PageActionsProvider>
          <FrameData state={read}>
            <AppFrame
              person={person}
              connection={connection}
              tools={
                <>
                  <PaletteButton />
                  <JobTray />
                </>
              }
            >
              {contact && <RoleNotice personId={person.id} contact={contact} />}
              {children}
            </AppFrame>
          </FrameData>
          <Palette role={person.role} fieldedElsewhere={connection.fieldedElsewhere} owner={owner} />
        </PageActionsProvider>
      </FormatProvider>
    </Providers>
  );
}
