"use client";

import { useRouter } from "next/navigation";
import { SignInForm } from "./sign-in-form";

/** The sign-in page's form: afterwards on to where the person was going. */
export function SignInCard({ connections, next }: { connections: { name: string; title: string }[]; next: string }) {
  const router = useRouter();
  return (
    <SignInForm
      connections={connections}
      onSignedIn={() => {
        router.replace(next);
        router.refresh();
      }}
    />
  );
}
