"use client";

import { useNotifications } from "@mantine/notifications";
import { useState } from "react";
import { onDemand } from "./on-demand";

const Notifications = onDemand<{ position: "top-center" }>(
  async () => (await import("@mantine/notifications")).Notifications,
);

/** Where what `notifications.show` tells is shown, from the first of it on. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && notifications.length > 0) setNeeded(true); // and stays: the last notice has yet to fade out
  return isNeeded && <Notifications position="top-center" />;
}
