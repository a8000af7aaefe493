"use client";

import { Alert, Button, Group, Radio, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { PersonView } from "@/lib/contracts/ours/settings";
import { type Role, roles } from "@/lib/contracts/rules/permissions";
import { changeRole } from "@/lib/settings/queries";
import { describeRoleChange, roleMays, roleNames } from "@/lib/settings/role-words";

/** Chooses a colleague's role and says, before it is given, what that changes. */
export function RoleDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const [role, setRole] = useState<Role>(person.role);
  const queries = useQueryClient();
  const router = useRouter();
  const saving = useMutation({
    mutationFn: () => changeRole({ email: person.email, role }),
    onSuccess: async (changed) => {
      onClose();
      notifications.show({ message: `${changed.name} is now ${roleNames[changed.role].toLowerCase()}.` });
      // One's own role decides what this very page shows.
      if (person.is_me) router.refresh();
      else await queries.invalidateQueries({ queryKey: ["settings", "people"] });
    },
  });
  const changes = describeRoleChange(person, role);
  const choose = (chosen: string) => setRole(roles.find((each) => each === chosen) ?? role);
  return (
    <Dialog onClose={onClose} title={`Role of ${person.name}`}>
      <Stack gap="md">
        <Radio.Group label="Role" value={role} onChange={choose}>
          <Stack gap="sm" mt="xs">
            {roles.map((each) => (
              <Radio key={each} value={each} label={roleNames[each]} description={`May ${roleMays[each]}.`} />
            ))}
          </Stack>
        </Radio.Group>
        <div role="status">
          {changes.map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
          {changes.length === 0 && <Text size="sm">This is the role now.</Text>}
        </div>
        {saving.error && (
          <Alert color="red" variant="light" role="alert" title="The role was not changed">
            {saving.error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={changes.length === 0} loading={saving.isPending} onClick={() => saving.mutate()}>
            Change role
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
