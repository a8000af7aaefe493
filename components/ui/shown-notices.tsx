"use client";

import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";

/** The notices of a page, with their styles. */
export const ShownNotices = () => <Notifications position="top-center" />;
