import { ActionIcon, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { faultText } from '../../../components/failure-text.ts';
import '../texts.ts';

export interface SavedItem {
  _id: string;
  name: string;
}

export interface KeptListProps<One extends SavedItem> {
  found: {
    data: { data: One[]; total: number } | undefined;
    isError: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  remove: {
    mutate: (of: { id: string }, then: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: Error | null;
    reset: () => void;
  };
  removeText: string;
  empty: ReactNode;
  about: (one: One) => ReactNode;
  /** What to do with it. */
  use: (one: One) => ReactNode;
  onEdit: (one: One) => void;
}

/** What is kept under a name: each can be changed and, after a question, deleted. */
export function SavedList<One extends SavedItem>(props: KeptListProps<One>) {
  const { t } = useTranslation('campaigns');
  const { found, remove } = props;
  const [asked, setAsked] = useState<One | null>(null);
  const close = () => {
    remove.reset();
    setAsked(null);
  };
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton h={200} />;
  if (found.data.total === 0) return props.empty;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
      {found.data.data.map((one) => (
        <Card as="div" key={one._id}>
          <Group wrap="nowrap" align="flex-start">
            <Stack gap={8} flex={1} miw={0}>
              <Text fw={550} dir="auto">
                {one.name}
              </Text>
              {props.about(one)}
              {props.use(one)}
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('manage.edit', { name: one.name })}
              onClick={() => props.onEdit(one)}
            >
              <IconPencil size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('manage.remove', { name: one.name })}
              onClick={() => setAsked(one)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        </Card>
      ))}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('manage.removeTitle', { name: asked?.name ?? '' })}
        confirm={t('manage.delete')}
        cancelLabel={t('manage.keep')}
        isRunning={remove.isPending}
        error={remove.error ? faultText(remove.error) : undefined}
        onConfirm={() => asked && remove.mutate({ id: asked._id }, { onSuccess: close })}
        onClose={close}
      >
        {props.removeText}
      </ConfirmDialog>
    </SimpleGrid>
  );
}
