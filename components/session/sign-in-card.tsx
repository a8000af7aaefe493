"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { SignInForm } from "./sign-in-form";

/** The sign-in page's form: afterwards on to where the person was going. */
export function SignInCard({ connections, next }: { connections: { name: string; title: string }[]; next: string }) {
  const router = useRouter();
  const queries = useQueryClient();
  return (
    <SignInForm
      connections={connections}
      onSignedIn={() => {
        // Of whoever was signed in before, when a link led here.
        queries.clear();
        router.replace(next);
        router.refresh();
      }}
    />
  );
}
