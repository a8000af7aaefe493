"use client";

import { Modal, Text } from "@mantine/core";
import type { ConnectionView } from "@/lib/contracts/context";
import { SignInForm } from "./sign-in-form";

export type Asking = { connection: ConnectionView; email: string; onSignedIn: () => void };

/** Asks for the password over the page, which keeps its unsaved edits. */
export function SignInAgain({ connection, email, onSignedIn }: Asking) {
  return (
    <Modal
      opened
      onClose={() => {}}
      // Over any dialog that is open: nothing in it works without a session.
      zIndex={1000}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Sign in to continue"
      centered
    >
      <Text size="sm" mb="md">
        Your session has ended. What you have not saved is still here: sign in again and go on.
      </Text>
      <SignInForm connections={[connection]} connection={connection.name} email={email} onSignedIn={onSignedIn} />
    </Modal>
  );
}
