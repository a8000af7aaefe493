"use client";

import { Drawer, type DrawerProps } from "@mantine/core";
import { useFocusBack } from "./use-focus-back";

/** A drawer at the right edge that is on the page only while it is open. When it goes, the focus is where it was. */
export function SideDrawer(props: Omit<DrawerProps, "opened" | "position">) {
  useFocusBack();
  return <Drawer opened position="right" {...props} />;
}
