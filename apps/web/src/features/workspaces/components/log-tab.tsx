import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { AuditEntry } from '@switchyard/contracts/audit/operations';
import { IconClipboardList } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useAuditNouns } from '../../../components/feature.ts';
import { Pages } from '../../../components/list-page/pages.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatDetails } from '../../../lib/format/details.ts';
import { PAGE_SIZE, type PeopleSearch } from '../people-search.ts';
import '../texts.ts';
import classes from './table-card.module.css';
import { TableCard } from './table-card.tsx';

const TYPING_PAUSE_MS = 250;

/** Who did what in the workspace, for its owners. */
export function LogTab({ search, onSearch }: { search: PeopleSearch; onSearch: (next: PeopleSearch) => void }) {
  const { t } = useTranslation(['workspaces', 'auditNoun']);
  const nouns = useAuditNouns();
  const { page = 0, noun, by, from, to } = search;
  const list = useQuery(
    apiQuery.audit.list.queryOptions({
      input: {
        limit: PAGE_SIZE,
        skip: page * PAGE_SIZE,
        ...(noun ? { noun } : {}),
        ...(by ? { by } : {}),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
      },
      placeholderData: keepPreviousData,
    }),
  );
  const columns = useLogColumns();
  const isFiltered = Boolean(noun ?? by ?? from ?? to);
  const filter = (change: Partial<Record<keyof PeopleSearch, string>>) => {
    const next = { ...search, page: undefined, ...change };
    onSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as PeopleSearch);
  };
  const type = useDebouncedCallback((text: string) => filter({ by: text }), TYPING_PAUSE_MS);
  return (
    <>
      <div className={classes.filters}>
        <NativeSelect
          label={t('log.noun')}
          value={noun ?? ''}
          data={[
            { value: '', label: t('log.anyNoun') },
            ...nouns.map((value) => ({ value, label: t(`auditNoun:${value}`) })),
          ]}
          onChange={(event) => filter({ noun: event.currentTarget.value })}
        />
        <TextInput
          label={t('log.person')}
          defaultValue={by ?? ''}
          onChange={(event) => type(event.currentTarget.value.trim())}
        />
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(`log.${name}`)}
            value={search[name] ?? ''}
            onChange={(event) => filter({ [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <TableCard
        footer={
          <Pages
            page={page}
            size={PAGE_SIZE}
            total={list.data?.total}
            isLoading={list.isPlaceholderData}
            onPage={(next) => onSearch({ ...search, page: next })}
          />
        }
      >
        <QueryTable
          label={t('log.label')}
          name="workspace-log"
          columns={columns}
          found={list}
          empty={
            isFiltered ? (
              <EmptyState icon={IconClipboardList} title={t('log.noMatch')} />
            ) : (
              <EmptyState icon={IconClipboardList} title={t('log.empty.title')} text={t('log.empty.text')} />
            )
          }
        />
      </TableCard>
    </>
  );
}

function useLogColumns(): DataColumn<AuditEntry>[] {
  const { t } = useTranslation('workspaces');
  return useMemo(
    () => [
      { id: 'when', name: t('log.when'), cell: (entry) => <RelativeTime at={entry.at} exact /> },
      {
        id: 'by',
        name: t('log.by'),
        isFixed: true,
        cell: (entry) => (
          <>
            <bdi>{entry.by}</bdi>
            {entry.isRule && ` (${t('log.rule')})`}
            {entry.isSupport && ` (${t('log.support')})`}
          </>
        ),
      },
      // As written in the log: an action has the same name here, in exports and for programs.
      { id: 'act', name: t('log.act'), cell: (entry) => <code>{entry.action}</code> },
      {
        id: 'subject',
        name: t('log.subject'),
        width: 240,
        cell: (entry) => <bdi>{entry.subjectName ?? entry.subject ?? ''}</bdi>,
      },
      { id: 'details', name: t('log.details'), width: 420, cell: (entry) => <bdi>{formatDetails(entry.details)}</bdi> },
    ],
    [t],
  );
}
