import type { Metadata } from "next";
import { QueryProvider } from "@/components/session/query-provider";
import { SetPasswordCard } from "@/components/session/set-password-card";
import classes from "../sign-in/sign-in.module.css";

export const metadata: Metadata = { title: "Set password", referrer: "no-referrer" };

export default function SetPasswordPage() {
  return (
    <main className={classes.page}>
      <h1>Set your password</h1>
      <div className={classes.card}>
        <QueryProvider>
          <SetPasswordCard />
        </QueryProvider>
      </div>
    </main>
  );
}
