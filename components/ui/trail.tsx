import Link from "next/link";
import type { ReactNode } from "react";
import classes from "./trail.module.css";

/** Back to what a page is a part of. */
export const Trail = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link className={classes.trail} href={href} prefetch={false}>
    ‹ {children}
  </Link>
);
