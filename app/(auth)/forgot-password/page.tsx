import type { Metadata } from "next";
import Link from "next/link";
import { ForgotPasswordCard } from "@/components/session/forgot-password-card";
import { QueryProvider } from "@/components/session/query-provider";
import { sendsMail } from "@/lib/auth/send-mail";
import { connections, findConnection } from "@/lib/gateway/connections";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import classes from "../sign-in/sign-in.module.css";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  return (
    <main className={classes.page}>
      <h1>Forgot your password?</h1>
      {sendsMail() ? (
        <div className={classes.card}>
          <QueryProvider>
            <ForgotPasswordCard />
          </QueryProvider>
        </div>
      ) : (
        <p>Ask an admin of your account for a link to set a new one: this installation sends no e-mail.</p>
      )}
      <p className={classes.note}>
        {connections().length > 1 &&
          `This is for people who sign in to ${findConnection(BUILT_IN)?.title}. Others set their password at their own service. `}
        <Link href="/sign-in">Back to sign in</Link>
      </p>
    </main>
  );
}
