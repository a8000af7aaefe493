"use client";

import { useRef, useState } from "react";
import { onDemand } from "@/components/ui/on-demand";
import type { Job } from "@/lib/contracts/ours/jobs";
import type { SwitchBody } from "@/lib/duplicates/switch-form";
import { randomUuid } from "@/lib/http/random-uuid";
import { useService } from "./service";
import { SurveyLinks } from "./survey-links";
import { SwitchForm, type SwitchFormHandle } from "./switch-form";

const ActivationPreview = onDemand(async () => (await import("./activation-preview")).ActivationPreview);

/** What a form asks for; its id is the request's, so that a repeated start is one work. */
export type Previewed = { id: string; body: SwitchBody; leftOut: string[] };

type Props = { account: string | undefined; onStarted: (job: Job) => Promise<void> };

/** First what to switch, then always what that would change. */
export function SwitchSteps({ account, onStarted }: Props) {
  const { isRemote } = useService();
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const form = useRef<SwitchFormHandle>(null);
  return (
    <>
      {/* Kept while the preview shows, so that going back finds everything as it was. */}
      <div hidden={previewed !== null}>
        <SwitchForm
          account={account}
          ref={form}
          onPreview={(body, leftOut) => setPreviewed({ id: randomUuid(), body, leftOut })}
        />
        {isRemote && <SurveyLinks />}
      </div>
      {previewed && (
        <ActivationPreview
          key={previewed.id}
          previewed={previewed}
          onBack={() => setPreviewed(null)}
          onStarted={async (job) => {
            await form.current?.close();
            await onStarted(job);
          }}
        />
      )}
    </>
  );
}
