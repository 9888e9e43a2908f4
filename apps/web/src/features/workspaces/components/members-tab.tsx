import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { PAGE_SIZE, type PeopleSearch } from '../people-search.ts';
import '../texts.ts';
import { useMemberColumns } from './member-columns.tsx';
import { type MemberAction, MemberDialog } from './member-dialog.tsx';
import { TableCard } from './table-card.tsx';

const TYPING_PAUSE_MS = 250;

/** The workspace's members, each with the actions available to the viewer. */
export function MembersTab(props: { search: PeopleSearch; onSearch: (next: PeopleSearch) => void }) {
  const { t } = useTranslation('workspaces');
  const { page = 0, find } = props.search;
  const [action, setAction] = useState<MemberAction | null>(null);
  const members = useQuery(
    apiQuery.workspaces.members.queryOptions({
      input: { limit: PAGE_SIZE, skip: page * PAGE_SIZE, ...(find ? { search: find } : {}) },
      placeholderData: keepPreviousData,
    }),
  );
  const isNarrow = useIsNarrow();
  const columns = useMemberColumns(setAction, isNarrow);
  const search = useDebouncedCallback((text: string) => props.onSearch(text ? { find: text } : {}), TYPING_PAUSE_MS);
  return (
    <>
      <TextInput
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        defaultValue={find ?? ''}
        maw={320}
        onChange={(event) => search(event.currentTarget.value.trim())}
      />
      {members.data?.owners === 1 && members.data.total > 1 && <Hint>{t('people.lastOwner')}</Hint>}
      <TableCard
        footer={
          members.data &&
          members.data.total > PAGE_SIZE && (
            <Pages
              page={page}
              size={PAGE_SIZE}
              total={members.data.total}
              isLoading={members.isPlaceholderData}
              onPage={(next) => props.onSearch({ ...props.search, page: next })}
            />
          )
        }
      >
        <QueryTable
          label={t('people.title')}
          name={isNarrow ? 'people-narrow' : 'people'}
          columns={columns}
          found={members}
          empty={<EmptyState icon={IconUsers} title={t('people.nobody')} />}
        />
      </TableCard>
      <MemberDialog act={action} onClose={() => setAction(null)} />
    </>
  );
}
