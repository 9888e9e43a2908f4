import { Autocomplete, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import type { Contact } from '@switchyard/contracts/contacts/operations';
import { IconArrowMerge, IconListDetails, IconTag, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { faultText } from '../../../components/failure-text.ts';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { choicesOf, labelsQuery, listsQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { isolate } from '../../../lib/i18n/i18n.ts';
import '../texts.ts';
import { countOf, type SelectedContacts, selectionOf } from './selection.ts';

type OpenDialog = 'label' | 'gather' | 'merge' | 'remove';
const MAX_MERGED = 21;

/** What can be done with the contacts chosen. */
export function BulkBar(props: {
  chosen: SelectedContacts;
  /** Those of the page, for the question which of them to keep. */
  rows: Contact[];
  /** Shown alone: the list that they can be taken out of. */
  listId: string | undefined;
  total: number;
  onChooseAll: () => void;
  onClear: () => void;
}) {
  const { t } = useTranslation('contacts');
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const { chosen, listId } = props;
  const count = countOf(chosen);
  const selection = selectionOf(chosen);
  const label = useMutation(apiQuery.contacts.label.mutationOptions());
  const gather = useMutation(apiQuery.contacts.gather.mutationOptions());
  const merge = useMutation(apiQuery.contacts.merge.mutationOptions());
  const remove = useMutation(apiQuery.contacts.remove.mutationOptions());
  const close = () => {
    for (const one of [label, gather, merge, remove]) one.reset();
    setAsked(null);
  };
  const done = ({ changed }: { changed: number }) => {
    toast(t('bulk.changed', { count: changed, formatted: formatNumber(changed) }));
    close();
  };
  const picked = chosen.kind === 'ids' ? props.rows.filter((row) => chosen.ids.has(row._id)) : [];
  const canMerge = chosen.kind === 'ids' && count >= 2 && count <= MAX_MERGED && picked.length === count;
  const acts = [
    { act: 'label', icon: IconTag, isOff: false },
    { act: 'gather', icon: IconListDetails, isOff: false },
    { act: 'merge', icon: IconArrowMerge, isOff: !canMerge },
    { act: 'remove', icon: IconTrash, isOff: false },
  ] as const;
  return (
    <Group gap="xs" role="toolbar" aria-label={t('bulk.toolbar')}>
      <Text size="sm" fw={550} role="status">
        {t('bulk.selected', { count, formatted: formatNumber(count) })}
      </Text>
      {chosen.kind === 'ids' && props.total > count && (
        <Button size="xs" variant="subtle" onClick={props.onChooseAll}>
          {t('bulk.all', { count: props.total, formatted: formatNumber(props.total) })}
        </Button>
      )}
      {acts.map(({ act, icon: Icon, isOff }) => (
        <Button
          key={act}
          size="xs"
          variant="default"
          leftSection={<Icon size={14} />}
          disabled={isOff}
          onClick={() => setAsked(act)}
        >
          {t(`bulk.${act}`)}
        </Button>
      ))}
      {listId && (
        <Button
          size="xs"
          variant="default"
          loading={gather.isPending}
          onClick={() =>
            gather.mutate(
              { selection, listId, on: false },
              {
                onSuccess: (result) => {
                  done(result);
                  props.onClear();
                },
              },
            )
          }
        >
          {t('bulk.leave')}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" leftSection={<IconX size={14} />} onClick={props.onClear}>
        {t('bulk.clear')}
      </Button>
      <LabelDialog
        isOpen={asked === 'label'}
        error={label.error}
        isRunning={label.isPending}
        onPick={(name, on) => label.mutate({ selection, label: name, on }, { onSuccess: done })}
        onClose={close}
      />
      <ListDialog
        isOpen={asked === 'gather'}
        error={gather.error}
        isRunning={gather.isPending}
        onPick={(id) => gather.mutate({ selection, listId: id }, { onSuccess: done })}
        onClose={close}
      />
      <MergeDialog
        isOpen={asked === 'merge'}
        picked={picked}
        error={merge.error}
        isRunning={merge.isPending}
        onPick={(id) =>
          merge.mutate(
            { id, others: picked.map((row) => row._id).filter((one) => one !== id) },
            {
              onSuccess: () => {
                close();
                props.onClear();
              },
            },
          )
        }
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={t('bulk.removeTitle', { count, formatted: formatNumber(count) })}
        confirm={t('bulk.remove')}
        cancelLabel={t('bulk.keep')}
        isRunning={remove.isPending}
        error={remove.error ? faultText(remove.error) : undefined}
        onConfirm={() =>
          remove.mutate(
            { selection },
            {
              onSuccess: (result) => {
                done(result);
                props.onClear();
              },
            },
          )
        }
        onClose={close}
      >
        {t('bulk.removeText')}
      </ConfirmDialog>
    </Group>
  );
}

interface Asking {
  isOpen: boolean;
  isRunning: boolean;
  error: Error | null;
  onClose: () => void;
}

function LabelDialog(props: Asking & { onPick: (name: string, on: boolean) => void }) {
  const { t } = useTranslation('contacts');
  const labels = useQuery(labelsQuery);
  const [name, setName] = useState('');
  const isBlank = name.trim() === '';
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('bulk.labelTitle')}>
      <Stack gap="sm">
        {props.error && <Notice tone="error">{faultText(props.error)}</Notice>}
        <Autocomplete
          label={t('bulk.pickLabel')}
          maxLength={64}
          data-autofocus
          value={name}
          data={(labels.data?.data ?? []).map((one) => one.name)}
          onChange={setName}
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={isBlank || props.isRunning} onClick={() => props.onPick(name, false)}>
            {t('bulk.off')}
          </Button>
          <Button disabled={isBlank} loading={props.isRunning} onClick={() => props.onPick(name, true)}>
            {t('bulk.on')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function ListDialog(props: Asking & { onPick: (listId: string) => void }) {
  const { t } = useTranslation('contacts');
  const lists = useQuery(listsQuery);
  const [id, setId] = useState<string | null>(null);
  const data = choicesOf(lists.data?.data);
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('bulk.gatherTitle')}>
      <Stack gap="sm">
        {props.error && <Notice tone="error">{faultText(props.error)}</Notice>}
        <Select
          label={t('bulk.pickList')}
          description={lists.data && data.length === 0 ? t('bulk.noLists') : undefined}
          searchable
          data-autofocus
          data={data}
          value={id}
          onChange={setId}
        />
        <Button disabled={id === null} loading={props.isRunning} onClick={() => id && props.onPick(id)}>
          {t('bulk.gather')}
        </Button>
      </Stack>
    </Modal>
  );
}

function MergeDialog(props: Asking & { picked: Contact[]; onPick: (id: string) => void }) {
  const { t } = useTranslation('contacts');
  const [id, setId] = useState<string | null>(null);
  const kept = props.picked.some((row) => row._id === id) ? id : (props.picked[0]?._id ?? null);
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('bulk.mergeTitle')}>
      <Stack gap="sm">
        {props.error && <Notice tone="error">{faultText(props.error)}</Notice>}
        <Text size="sm">{t('bulk.mergeText')}</Text>
        <Select
          label={t('bulk.mergeKeep')}
          allowDeselect={false}
          data-autofocus
          data={props.picked.map((row) => ({ value: row._id, label: `${row.name} · ${isolate(row.mobile)}` }))}
          value={kept}
          onChange={setId}
        />
        <Button color="red" loading={props.isRunning} onClick={() => kept && props.onPick(kept)}>
          {t('bulk.merge')}
        </Button>
      </Stack>
    </Modal>
  );
}
