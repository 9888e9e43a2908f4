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

/** Bulk actions for the selected contacts. */
export function BulkBar(props: {
  selected: SelectedContacts;
  /** Contacts on this page, for the choice which duplicate to keep. */
  rows: Contact[];
  /** The list currently shown, from which contacts can be removed. */
  listId: string | undefined;
  total: number;
  onChooseAll: () => void;
  onClear: () => void;
}) {
  const { t } = useTranslation('contacts');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { selected, listId } = props;
  const count = countOf(selected);
  const selection = selectionOf(selected);
  const label = useMutation(apiQuery.contacts.label.mutationOptions());
  const addToList = useMutation(apiQuery.contacts.gather.mutationOptions());
  const merge = useMutation(apiQuery.contacts.merge.mutationOptions());
  const remove = useMutation(apiQuery.contacts.remove.mutationOptions());
  const close = () => {
    for (const mutation of [label, addToList, merge, remove]) mutation.reset();
    setDialog(null);
  };
  const report = ({ changed }: { changed: number }) => {
    toast(t('bulk.changed', { count: changed, formatted: formatNumber(changed) }));
    close();
  };
  const picked = selected.kind === 'ids' ? props.rows.filter((row) => selected.ids.has(row._id)) : [];
  const canMerge = selected.kind === 'ids' && count >= 2 && count <= MAX_MERGED && picked.length === count;
  const actions = [
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
      {selected.kind === 'ids' && props.total > count && (
        <Button size="xs" variant="subtle" onClick={props.onChooseAll}>
          {t('bulk.all', { count: props.total, formatted: formatNumber(props.total) })}
        </Button>
      )}
      {actions.map(({ act, icon: Icon, isOff }) => (
        <Button
          key={act}
          size="xs"
          variant="default"
          leftSection={<Icon size={14} />}
          disabled={isOff}
          onClick={() => setDialog(act)}
        >
          {t(`bulk.${act}`)}
        </Button>
      ))}
      {listId && (
        <Button
          size="xs"
          variant="default"
          loading={addToList.isPending}
          onClick={() =>
            addToList.mutate(
              { selection, listId, on: false },
              {
                onSuccess: (result) => {
                  report(result);
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
        isOpen={dialog === 'label'}
        error={label.error}
        isRunning={label.isPending}
        onPick={(name, on) => label.mutate({ selection, label: name, on }, { onSuccess: report })}
        onClose={close}
      />
      <ListDialog
        isOpen={dialog === 'gather'}
        error={addToList.error}
        isRunning={addToList.isPending}
        onPick={(id) => addToList.mutate({ selection, listId: id }, { onSuccess: report })}
        onClose={close}
      />
      <MergeDialog
        isOpen={dialog === 'merge'}
        picked={picked}
        error={merge.error}
        isRunning={merge.isPending}
        onPick={(id) =>
          merge.mutate(
            { id, others: picked.map((row) => row._id).filter((otherId) => otherId !== id) },
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
        isOpen={dialog === 'remove'}
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
                report(result);
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

interface BulkDialogProps {
  isOpen: boolean;
  isRunning: boolean;
  error: Error | null;
  onClose: () => void;
}

function LabelDialog(props: BulkDialogProps & { onPick: (name: string, on: boolean) => void }) {
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
          data={(labels.data?.data ?? []).map((label) => label.name)}
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

function ListDialog(props: BulkDialogProps & { onPick: (listId: string) => void }) {
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

function MergeDialog(props: BulkDialogProps & { picked: Contact[]; onPick: (id: string) => void }) {
  const { t } = useTranslation('contacts');
  const [id, setId] = useState<string | null>(null);
  const keptId = props.picked.some((row) => row._id === id) ? id : (props.picked[0]?._id ?? null);
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
          value={keptId}
          onChange={setId}
        />
        <Button color="red" loading={props.isRunning} onClick={() => keptId && props.onPick(keptId)}>
          {t('bulk.merge')}
        </Button>
      </Stack>
    </Modal>
  );
}
