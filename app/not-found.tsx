import Link from "next/link";
import classes from "@/components/ui/last-resort.module.css";

export default function NotFound() {
  return (
    <main className={classes.page}>
      <h1>Nothing is here</h1>
      <p>This address leads nowhere. It may have been mistyped or cut short.</p>
      <Link href="/surveys" prefetch={false}>
        Go to the surveys
      </Link>
    </main>
  );
}
