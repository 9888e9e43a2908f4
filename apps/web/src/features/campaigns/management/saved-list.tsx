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

export interface SavedListProps<Item extends SavedItem> {
  found: {
    data: { data: Item[]; total: number } | undefined;
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
  renderDetails: (item: Item) => ReactNode;
  /** Renders the button that uses the item. */
  renderAction: (item: Item) => ReactNode;
  onEdit: (item: Item) => void;
}

/** Saved items by name; each can be edited and, after confirmation, deleted. */
export function SavedList<Item extends SavedItem>(props: SavedListProps<Item>) {
  const { t } = useTranslation('campaigns');
  const { found, remove } = props;
  const [itemToDelete, setItemToDelete] = useState<Item | null>(null);
  const close = () => {
    remove.reset();
    setItemToDelete(null);
  };
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton h={200} />;
  if (found.data.total === 0) return props.empty;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
      {found.data.data.map((item) => (
        <Card as="div" key={item._id}>
          <Group wrap="nowrap" align="flex-start">
            <Stack gap={8} flex={1} miw={0}>
              <Text fw={550} dir="auto">
                {item.name}
              </Text>
              {props.renderDetails(item)}
              {props.renderAction(item)}
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('manage.edit', { name: item.name })}
              onClick={() => props.onEdit(item)}
            >
              <IconPencil size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('manage.remove', { name: item.name })}
              onClick={() => setItemToDelete(item)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        </Card>
      ))}
      <ConfirmDialog
        isOpen={itemToDelete !== null}
        title={t('manage.removeTitle', { name: itemToDelete?.name ?? '' })}
        confirm={t('manage.delete')}
        cancelLabel={t('manage.keep')}
        isRunning={remove.isPending}
        error={remove.error ? faultText(remove.error) : undefined}
        onConfirm={() => itemToDelete && remove.mutate({ id: itemToDelete._id }, { onSuccess: close })}
        onClose={close}
      >
        {props.removeText}
      </ConfirmDialog>
    </SimpleGrid>
  );
}
