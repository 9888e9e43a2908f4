import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { faultText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { labelsQuery, listsQuery } from '../../../lib/api/choices.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useCollection } from '../api/contacts.ts';
import '../texts.ts';

/** Creates, renames and deletes labels and lists. */
export function OrganizeDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('contacts');
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('organizing.title')} size="lg">
      <Stack gap="xl">
        <Collection noun="labels" />
        <Collection noun="lists" />
      </Stack>
    </Modal>
  );
}

interface CollectionEntry {
  _id: string;
  name: string;
  contacts: number;
}

function Collection({ noun }: { noun: 'labels' | 'lists' }) {
  const { t } = useTranslation('contacts');
  const found = useQuery(noun === 'labels' ? labelsQuery : listsQuery);
  const { create, update, remove } = useCollection(noun);
  const [name, setName] = useState('');
  const [renamed, setRenamed] = useState<CollectionEntry | null>(null);
  const [removed, setRemoved] = useState<CollectionEntry | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name }, { onSuccess: () => setName('') });
  };
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (renamed) update.mutate({ id: renamed._id, name: renamed.name }, { onSuccess: () => setRenamed(null) });
  };
  const error = create.error ?? update.error ?? found.error;
  return (
    <Stack gap="xs" component="section">
      <Heading order={3}>{t(`organizing.${noun}`)}</Heading>
      {error && <Notice tone="error">{faultText(error)}</Notice>}
      {found.data?.total === 0 && <Hint>{t('organizing.none')}</Hint>}
      {(found.data?.data ?? []).map((entry) =>
        renamed?._id === entry._id ? (
          <Group key={entry._id} component="form" gap="xs" wrap="nowrap" onSubmit={rename}>
            <TextInput
              aria-label={t('organizing.name')}
              flex={1}
              maxLength={64}
              dir="auto"
              autoFocus
              value={renamed.name}
              onChange={(event) => setRenamed({ ...renamed, name: event.currentTarget.value })}
            />
            <Button type="submit" loading={update.isPending} disabled={renamed.name.trim() === ''}>
              {t('organizing.save')}
            </Button>
          </Group>
        ) : (
          <Group key={entry._id} gap="xs" wrap="nowrap">
            <Text size="sm" flex={1} dir="auto" truncate>
              {entry.name}
            </Text>
            <Hint size="xs">
              {t('organizing.contacts', { count: entry.contacts, formatted: formatNumber(entry.contacts) })}
            </Hint>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('organizing.rename', { name: entry.name })}
              onClick={() => setRenamed(entry)}
            >
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('organizing.remove', { name: entry.name })}
              onClick={() => setRemoved(entry)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ),
      )}
      <Group component="form" gap="xs" wrap="nowrap" onSubmit={submit}>
        <TextInput
          aria-label={t('organizing.name')}
          placeholder={t('organizing.name')}
          flex={1}
          maxLength={64}
          dir="auto"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={create.isPending} disabled={name.trim() === ''}>
          {t('organizing.add')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={removed !== null}
        title={t('organizing.removeTitle', { name: removed?.name ?? '' })}
        confirm={t('organizing.delete')}
        cancelLabel={t('organizing.keep')}
        isRunning={remove.isPending}
        error={remove.error ? faultText(remove.error) : undefined}
        onConfirm={() => removed && remove.mutate({ id: removed._id }, { onSuccess: () => setRemoved(null) })}
        onClose={() => setRemoved(null)}
      >
        {t('organizing.removeText', { count: removed?.contacts ?? 0, formatted: formatNumber(removed?.contacts ?? 0) })}
      </ConfirmDialog>
    </Stack>
  );
}
