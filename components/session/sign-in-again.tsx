"use client";

import { Button, Group, Modal, Text } from "@mantine/core";
import type { ConnectionView } from "@/lib/contracts/context";
import { SignInForm } from "./sign-in-form";

export type Asking = { connection: ConnectionView; email: string; isByProvider: boolean; onSignedIn: () => void };

/** Asks for the password over the page, which keeps its unsaved edits; an identity provider is met in a new tab. */
export function SignInAgain({ connection, email, isByProvider, onSignedIn }: Asking) {
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
      {isByProvider ? (
        <ElsewhereSteps onSignedIn={onSignedIn} />
      ) : (
        <SignInForm connections={[connection]} connection={connection.name} email={email} onSignedIn={onSignedIn} />
      )}
    </Modal>
  );
}

/** Whoever continues without having signed in is asked again by the next call. */
function ElsewhereSteps({ onSignedIn }: { onSignedIn: () => void }) {
  return (
    <Group gap="sm">
      <Button component="a" href="/sign-in" target="_blank">
        Sign in in a new tab
      </Button>
      <Button variant="default" onClick={onSignedIn}>
        Continue here
      </Button>
    </Group>
  );
}
