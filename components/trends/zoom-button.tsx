"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconZoomIn } from "@tabler/icons-react";
import type { ComponentProps, Ref } from "react";

type Zoom = { from: number; to: number };

export type ZoomProps = {
  opener: Ref<HTMLButtonElement>;
  /** Of all buckets of the range, also of those out of view. */
  starts: readonly number[];
  zoom: Zoom | null;
  bucket: (at: number) => string;
  onZoom: (from: number, to: number) => void;
};

export const ZoomButton = (props: ButtonProps & ComponentProps<"button">) => (
  <Button size="xs" variant="default" leftSection={<IconZoomIn size={14} aria-hidden />} {...props}>
    Zoom
  </Button>
);
