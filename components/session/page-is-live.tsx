"use client";

import { useEffect } from "react";
import { PAGE_IS_LIVE } from "./early-press";

/** Tells the document once its page answers. */
export function PageIsLive() {
  useEffect(() => {
    document.dispatchEvent(new Event(PAGE_IS_LIVE));
  }, []);
  return null;
}
