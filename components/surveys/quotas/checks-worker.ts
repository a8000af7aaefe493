import { checkQuotas } from "@/lib/surveys/quotas/quota-checks";

/** The checks beside the page's own thread: with thousands of quotas they take longer than somebody's next key. */
type Asked = { run: number; given: Parameters<typeof checkQuotas> };

self.addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  self.postMessage({ run: data.run, checked: checkQuotas(...data.given) });
});
