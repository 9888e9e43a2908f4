import { ActionIcon, Button, Group, Menu, Modal, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { AgentConversation } from '@switchyard/contracts/agent/operations';
import { IconDots, IconDownload, IconPencil, IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toastError } from '../../../components/toasts.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { SidePanel } from '../chat/side-panel.tsx';
import '../texts.ts';
import classes from './assistant.module.css';
import { exportConversation } from './export-conversation.ts';

const PAGE = 30;

/** The user's conversations, latest first: search by content, rename, export, delete. */
export function ConversationList({
  current,
  onOpen,
}: {
  current: string | null;
  onOpen: (id: string | undefined) => void;
}) {
  const { t } = useTranslation('agent');
  const { supportMode } = useMe();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const [renamed, setRenamed] = useState<AgentConversation | null>(null);
  const [deleted, setDeleted] = useState<AgentConversation | null>(null);
  const list = useQuery({
    ...apiQuery.agent.conversations.queryOptions({
      input: { limit, skip: 0, ...(search.trim() ? { search: search.trim() } : {}) },
    }),
    placeholderData: keepPreviousData,
  });
  const remove = useMutation({
    mutationKey: apiQuery.agent.key(),
    mutationFn: (id: string) => api.agent.remove({ id }),
    onSuccess: ({ _id }) => {
      setDeleted(null);
      if (_id === current) onOpen(undefined);
    },
  });
  return (
    <SidePanel title={t('assistant.conversations')}>
      {(fold) => (
        <>
          <TextInput
            aria-label={t('assistant.search')}
            placeholder={t('assistant.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {list.isPending && <Skeleton height={80} />}
          {list.error && <Notice tone="error">{list.error.message}</Notice>}
          {list.data?.data.length === 0 && <Hint>{search ? t('assistant.noneFound') : t('assistant.none')}</Hint>}
          <ul className={classes.rows}>
            {list.data?.data.map((conversation) => (
              <li
                key={conversation._id}
                className={classes.row}
                data-current={conversation._id === current || undefined}
              >
                <UnstyledButton
                  className={classes.open}
                  aria-current={conversation._id === current}
                  onClick={() => {
                    fold();
                    onOpen(conversation._id);
                  }}
                >
                  <Text size="sm" dir="auto" truncate>
                    {conversation.title}
                  </Text>
                  <Text component="span" size="xs" c="dimmed">
                    <RelativeTime at={conversation.updatedAt} />
                  </Text>
                </UnstyledButton>
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('assistant.actionsOf', { title: conversation.title })}
                    >
                      <IconDots size={16} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {!supportMode && (
                      <Menu.Item
                        leftSection={<IconPencil size={16} aria-hidden />}
                        onClick={() => setRenamed(conversation)}
                      >
                        {t('assistant.rename')}
                      </Menu.Item>
                    )}
                    <Menu.Item
                      leftSection={<IconDownload size={16} aria-hidden />}
                      onClick={() =>
                        void exportConversation(conversation).catch((error: Error) => toastError(error.message))
                      }
                    >
                      {t('assistant.export')}
                    </Menu.Item>
                    {!supportMode && (
                      <Menu.Item
                        color="red"
                        leftSection={<IconTrash size={16} aria-hidden />}
                        onClick={() => setDeleted(conversation)}
                      >
                        {t('assistant.delete')}
                      </Menu.Item>
                    )}
                  </Menu.Dropdown>
                </Menu>
              </li>
            ))}
          </ul>
          {list.data && list.data.data.length < list.data.total && (
            <Button variant="subtle" size="compact-sm" onClick={() => setLimit((limit) => limit + PAGE)}>
              {t('assistant.more', { shown: list.data.data.length, total: list.data.total })}
            </Button>
          )}
          {renamed && <Rename key={renamed._id} conversation={renamed} onClose={() => setRenamed(null)} />}
          <ConfirmDialog
            isOpen={deleted !== null}
            title={t('assistant.deleteTitle')}
            confirm={t('assistant.delete')}
            isRunning={remove.isPending}
            error={remove.error?.message}
            onConfirm={() => deleted && remove.mutate(deleted._id)}
            onClose={() => setDeleted(null)}
          >
            {t('assistant.deleteText', { title: deleted?.title ?? '' })}
          </ConfirmDialog>
        </>
      )}
    </SidePanel>
  );
}

function Rename({ conversation, onClose }: { conversation: AgentConversation; onClose: () => void }) {
  const { t } = useTranslation('agent');
  const [title, setTitle] = useState(conversation.title);
  const rename = useMutation({
    mutationKey: apiQuery.agent.key(),
    mutationFn: () => api.agent.rename({ id: conversation._id, title }),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('assistant.rename')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
        }}
      >
        <TextInput
          label={t('assistant.name')}
          value={title}
          maxLength={120}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        {rename.error && <Notice tone="error">{rename.error.message}</Notice>}
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={rename.isPending} disabled={title.trim() === ''}>
            {t('assistant.rename')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
