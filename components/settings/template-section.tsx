"use client";

import { Alert, Button, Card, FileButton, Group, Image, Skeleton, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import type { TemplateOfAccount } from "@/lib/contracts/ours/slide-templates";
import { removeSlideTemplate, setSlideTemplate, slideTemplatesQuery } from "@/lib/tables/slide-templates";
import classes from "./settings.module.css";

const REFUSED = "Templates are set by analysts and admins. Ask an admin of your account.";

/** What slides look like that people of an account export. */
export function TemplateSection({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, refetch } = useQuery(slideTemplatesQuery());
  return (
    <Stack component="section" gap="sm" maw={720} aria-label="Slides">
      <Title order={2} fz="md">
        Slide template
      </Title>
      <Text size="sm">
        Slides of trends, tables and decks stand on the layout of a PowerPoint file that you choose, in its fonts and
        colours: options have accents 1 to 6 of its theme by their places, further ones the standard colours, and scales
        keep their shades. Its links are not used, and a file with macros is refused.
      </Text>
      {!mayWrite && (
        <Alert color="gray" variant="light" role="note">
          {REFUSED}
        </Alert>
      )}
      {error && !data && <LoadError what="Templates" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={90} radius="md" />}
      <Stack component="ul" gap="sm" className={classes.list ?? ""}>
        {data?.map((each) => (
          <TemplateCard key={each.account.id} of={each} mayWrite={mayWrite} />
        ))}
      </Stack>
    </Stack>
  );
}

function TemplateCard({ of: { account, template }, mayWrite }: { of: TemplateOfAccount; mayWrite: boolean }) {
  const client = useQueryClient();
  const { instant } = useFormat();
  const settle = {
    onSuccess: (changed: TemplateOfAccount) =>
      void notifications.show({
        message: changed.template
          ? `Slides of ${account.name} have a template now`
          : `Removed the template of ${account.name}`,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: slideTemplatesQuery().queryKey }),
  };
  const set = useMutation({
    mutationFn: (file: File) => setSlideTemplate({ accountId: account.id, file }),
    ...settle,
  });
  const remove = useMutation({ mutationFn: () => removeSlideTemplate(account.id), ...settle });
  const problem = set.error ?? remove.error;
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{account.name}</Text>
        {mayWrite && (
          <Group gap="xs">
            {template && (
              <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
                Remove template
              </Button>
            )}
            <FileButton accept=".pptx,.potx" onChange={(file) => file && set.mutate(file)}>
              {(props) => (
                <Button {...props} variant="default" size="xs" loading={set.isPending}>
                  Choose a PowerPoint file
                </Button>
              )}
            </FileButton>
          </Group>
        )}
      </Group>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem.message}
        </Text>
      )}
      {template ? <Look template={template} /> : <Text size="sm">No template yet: slides have the standard look.</Text>}
      {template && (
        <>
          <Text size="sm">{layoutWords(template)}</Text>
          <Text size="xs" c="dimmed">
            {template.name}, set by {template.who} {instant(template.updated_at)}
          </Text>
        </>
      )}
    </Card>
  );
}

/** Which layout slides stand on, and what of the file is not used. */
const layoutWords = ({ look: { layout, remarks } }: NonNullable<TemplateOfAccount["template"]>) =>
  [...(layout ? [`Slides stand on its layout “${layout.name}”.`] : []), ...remarks].join(" ");

function Look({ template: { look } }: { template: NonNullable<TemplateOfAccount["template"]> }) {
  const { fonts, colours, logo } = look;
  return (
    <Group gap="md" my="xs">
      {logo ? (
        <Image src={logo.data} alt="Logo" h={36} w={36 * logo.ratio} maw={144} fit="contain" bg="white" />
      ) : (
        <Text size="sm">No logo</Text>
      )}
      <Text size="sm">
        {fonts.head === fonts.body ? fonts.head : `${fonts.head} for titles, ${fonts.body} for texts`}
      </Text>
      <Group gap={4} role="img" aria-label={`${colours.length} colours`}>
        {colours.map((colour, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two colours may be alike.
          <span key={at} className={classes.colour} style={{ background: `#${colour}` }} />
        ))}
      </Group>
    </Group>
  );
}
