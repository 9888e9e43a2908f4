import { ActionIcon, Button, Checkbox, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { quickReplies, useInboxChanges } from '../api/inbox.ts';
import classes from './inbox.module.css';

const MAX_SHOWN = 8;

/** Saved replies: suggests those whose title starts with what follows a `/`, and manages them. */
export function QuickReplies({ typed, onUse }: { typed: string; onUse: (text: string) => void }) {
  const { t } = useTranslation('inbox');
  const [isOpen, setOpen] = useState(false);
  const known = useQuery(quickReplies()).data?.data ?? [];
  const searchText = typed.startsWith('/') ? typed.slice(1).toLowerCase() : null;
  const shown = searchText === null ? [] : known.filter(({ title }) => title.toLowerCase().includes(searchText));
  return (
    <div className={classes.quick}>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('quick.title')}
      </Button>
      {shown.slice(0, MAX_SHOWN).map(({ _id, title, text }) => (
        <Button
          key={_id}
          size="compact-xs"
          variant="light"
          aria-label={t('quick.use', { title })}
          onClick={() => onUse(text)}
        >
          <bdi>{title}</bdi>
        </Button>
      ))}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('quick.title')}>
        <SavedReplies />
      </Modal>
    </div>
  );
}

function SavedReplies() {
  const { t } = useTranslation('inbox');
  const { workspace } = useMe();
  const known = useQuery(quickReplies()).data?.data ?? [];
  const { addQuickReply: add, removeQuickReply: remove } = useInboxChanges();
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [isShared, setShared] = useState(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      setTitle('');
      setText('');
    };
    add.mutate({ title: title.trim(), text: text.trim(), isShared }, { onSuccess });
  };
  const failure = add.error ?? remove.error;
  return (
    <Stack gap="sm">
      {known.length === 0 && <Hint>{t('quick.none')}</Hint>}
      {known.map((row) => (
        <Group key={row._id} wrap="nowrap" justify="space-between" align="start">
          <div style={{ overflowWrap: 'anywhere' }}>
            <bdi>{row.title}</bdi>
            <Hint size="xs" dir="auto">
              {row.text}
            </Hint>
          </div>
          {(row.isMine || workspace.role !== 'member') && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('quick.remove', { title: row.title })}
              onClick={() => remove.mutate({ id: row._id })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <form onSubmit={submit}>
        <Stack gap="xs">
          <TextInput
            label={t('quick.name')}
            value={title}
            maxLength={60}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <Textarea
            label={t('quick.text')}
            value={text}
            autosize
            minRows={2}
            maxLength={4_000}
            dir="auto"
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Checkbox
            label={t('quick.shared')}
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
          {failure && <Notice tone="error">{failureText(failure)}</Notice>}
          <Button type="submit" loading={add.isPending} disabled={title.trim() === '' || text.trim() === ''}>
            {t('quick.add')}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
