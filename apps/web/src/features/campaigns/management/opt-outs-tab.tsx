import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Suppression } from '@switchyard/contracts/suppression/operations';
import { IconPlus, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { suppressionsPage, useAddSuppression, useRemoveSuppression } from '../api/campaigns.ts';
import { PAGE_SIZES } from '../campaign-search.ts';
import { faultText } from '../fault-text.ts';
import '../texts.ts';

const TABLE_HEIGHT_PX = 480;

/** Who is left alone, since when and why. */
export function OptOutsTab() {
  const { t } = useTranslation('campaigns');
  const { input, footer } = usePages(PAGE_SIZES, PAGE_SIZES[1]);
  const [search, setSearch] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<Suppression | null>(null);
  const found = useQuery(suppressionsPage({ ...input, ...(search.trim() && { search: search.trim() }) }));
  const remove = useRemoveSuppression();
  const columns = useColumns(setAsked);
  const close = () => {
    remove.reset();
    setAsked(null);
  };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
          {t('manage.addOptOut')}
        </Button>
        <TextInput
          aria-label={t('manage.number')}
          placeholder={t('manage.number')}
          maxLength={64}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            footer.onPage(0);
          }}
        />
      </Group>
      <div style={{ display: 'flex', flexDirection: 'column', height: TABLE_HEIGHT_PX }}>
        <QueryTable
          label={t('manage.optOuts')}
          name="opt-outs"
          columns={columns}
          found={found}
          empty={<EmptyState icon={IconUserOff} title={t('manage.noOptOuts')} text={t('manage.noOptOutsHint')} />}
        />
      </div>
      <Pages {...footer} total={found.data?.total} isLoading={found.isPlaceholderData || found.isPending} />
      <Modal opened={isAdding} onClose={() => setIsAdding(false)} title={t('manage.addOptOut')}>
        {isAdding && <AddForm onDone={() => setIsAdding(false)} />}
      </Modal>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('manage.agreedTitle', { number: asked?.mobile ?? '' })}
        confirm={t('manage.agreedConfirm')}
        isRunning={remove.isPending}
        error={remove.error ? faultText(remove.error) : undefined}
        onConfirm={() => asked && remove.mutate({ id: asked._id }, { onSuccess: close })}
        onClose={close}
      >
        {t('manage.agreedText')}
      </ConfirmDialog>
    </Stack>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('campaigns');
  const [mobile, setMobile] = useState('');
  const [words, setWords] = useState('');
  const add = useAddSuppression();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ mobile, words }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {add.error && <Notice tone="error">{faultText(add.error)}</Notice>}
        <TextInput
          label={t('manage.number')}
          withAsterisk
          type="tel"
          maxLength={32}
          data-autofocus
          value={mobile}
          onChange={(event) => setMobile(event.currentTarget.value)}
        />
        <TextInput
          label={t('manage.note')}
          maxLength={200}
          dir="auto"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button type="submit" disabled={mobile.trim() === ''} loading={add.isPending}>
          {t('manage.addOptOut')}
        </Button>
      </Stack>
    </form>
  );
}

function useColumns(onAgreed: (row: Suppression) => void): DataColumn<Suppression>[] {
  const { t } = useTranslation('campaigns');
  return useMemo(
    () => [
      {
        id: 'mobile',
        name: t('manage.number'),
        isFixed: true,
        cell: (row) => (
          <Text span size="sm" dir="auto">
            {row.contactName ? `${row.contactName} · ` : ''}
            <bdi>{row.mobile}</bdi>
          </Text>
        ),
      },
      { id: 'cause', name: t('manage.cause'), cell: (row) => t(`manage.causes.${row.cause}`) },
      { id: 'words', name: t('manage.words'), width: 180, cell: (row) => <bdi>{row.words}</bdi> },
      { id: 'createdAt', name: t('manage.since'), cell: (row) => <RelativeTime at={row.createdAt} /> },
      {
        id: 'agreed',
        name: t('manage.agreed'),
        cell: (row) => (
          <Button size="xs" variant="default" onClick={() => onAgreed(row)}>
            {t('manage.agreed')}
          </Button>
        ),
      },
    ],
    [t, onAgreed],
  );
}
