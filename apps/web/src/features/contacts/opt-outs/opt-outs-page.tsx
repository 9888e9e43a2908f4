import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Suppression } from '@switchyard/contracts/suppression/operations';
import { IconPlus, IconUserOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { faultText } from '../../../components/failure-text.ts';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { NothingMatches } from '../../../components/list-page/nothing-matches.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { optOutsPage } from '../api/contacts.ts';
import { ContactTabs } from '../components/contact-tabs.tsx';
import '../texts.ts';

const PAGE_SIZES = [25, 50, 100];

/** `/contacts?tab=optOuts`: numbers that are never messaged, since when and why. */
export function OptOutsPage() {
  const { t } = useTranslation('contacts');
  const { input, footer } = usePages(PAGE_SIZES, PAGE_SIZES[1]);
  const [search, setSearch] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const [selected, setSelected] = useState<Suppression | null>(null);
  const found = useQuery(optOutsPage({ ...input, ...(search && { search }) }));
  const remove = useMutation(apiQuery.suppression.remove.mutationOptions());
  const columns = useColumns(setSelected);
  const changeSearch = (text?: string) => {
    setSearch(text);
    footer.onPage(0);
  };
  const close = () => {
    remove.reset();
    setSelected(null);
  };
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {t('optOuts.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('title')}
        actions={add}
        tabs={<ContactTabs current="optOuts" />}
        filters={<FilterInput label={t('optOuts.number')} value={search} isSearch onChange={changeSearch} />}
        table={
          <QueryTable
            label={t('optOuts.title')}
            name="opt-outs"
            columns={columns}
            found={found}
            empty={
              search ? (
                <NothingMatches onClear={() => changeSearch()} />
              ) : (
                <EmptyState icon={IconUserOff} title={t('optOuts.empty')} text={t('optOuts.emptyHint')} action={add} />
              )
            }
          />
        }
        footer={<Pages {...footer} total={found.data?.total} isLoading={found.isPlaceholderData || found.isPending} />}
      />
      <Modal opened={isAdding} onClose={() => setIsAdding(false)} title={t('optOuts.add')}>
        {isAdding && <AddForm onDone={() => setIsAdding(false)} />}
      </Modal>
      <ConfirmDialog
        isOpen={selected !== null}
        title={t('optOuts.agreedTitle', { number: selected?.mobile ?? '' })}
        confirm={t('optOuts.agreedConfirm')}
        isRunning={remove.isPending}
        error={remove.error ? faultText(remove.error) : undefined}
        onConfirm={() => selected && remove.mutate({ id: selected._id }, { onSuccess: close })}
        onClose={close}
      >
        {t('optOuts.agreedText')}
      </ConfirmDialog>
    </>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('contacts');
  const [mobile, setMobile] = useState('');
  const [words, setWords] = useState('');
  const add = useMutation(apiQuery.suppression.add.mutationOptions());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ mobile, words }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {add.error && <Notice tone="error">{faultText(add.error)}</Notice>}
        <TextInput
          label={t('optOuts.number')}
          withAsterisk
          type="tel"
          maxLength={32}
          data-autofocus
          value={mobile}
          onChange={(event) => setMobile(event.currentTarget.value)}
        />
        <TextInput
          label={t('optOuts.note')}
          maxLength={200}
          dir="auto"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button type="submit" disabled={mobile.trim() === ''} loading={add.isPending}>
          {t('optOuts.add')}
        </Button>
      </Stack>
    </form>
  );
}

function useColumns(onAgreed: (row: Suppression) => void): DataColumn<Suppression>[] {
  const { t } = useTranslation('contacts');
  return useMemo(
    () => [
      {
        id: 'mobile',
        name: t('optOuts.number'),
        isFixed: true,
        cell: (row) => (
          <Text span size="sm" dir="auto">
            {row.contactName ? `${row.contactName} · ` : ''}
            <bdi>{row.mobile}</bdi>
          </Text>
        ),
      },
      { id: 'cause', name: t('optOuts.cause'), cell: (row) => t(`optOuts.causes.${row.cause}`) },
      { id: 'words', name: t('optOuts.words'), width: 180, cell: (row) => <bdi>{row.words}</bdi> },
      { id: 'createdAt', name: t('optOuts.since'), cell: (row) => <RelativeTime at={row.createdAt} /> },
      {
        id: 'agreed',
        name: t('optOuts.agreed'),
        cell: (row) => (
          <Button size="xs" variant="default" onClick={() => onAgreed(row)}>
            {t('optOuts.agreed')}
          </Button>
        ),
      },
    ],
    [t, onAgreed],
  );
}
