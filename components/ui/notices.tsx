"use client";

import { useNotifications } from "@mantine/notifications";
import { useState } from "react";
import { onDemand } from "./on-demand";

const ShownNotices = onDemand(async () => (await import("./shown-notices")).ShownNotices);

/** Where what `notifications.show` tells is shown, from the first of it on. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && notifications.length > 0) setNeeded(true); // and stays: the last notice has yet to fade out
  return isNeeded && <ShownNotices />;
}
