import { Button } from '@mantine/core';
import type { BoardSummary } from '@switchyard/contracts/boards/operations';
import { IconPlus, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { NameFilter } from '../../../components/list-page/name-filter.tsx';
import { NothingMatches } from '../../../components/list-page/nothing-matches.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast } from '../../../components/toasts.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { boardsPage, useBoardChanges, useLiveBoards } from '../api/boards.ts';
import type { BoardListSearch } from '../board-search.ts';
import '../texts.ts';
import { NameDialog } from './name-dialog.tsx';

const PAGE_SIZES = [50, 100, 200];

/** `/boards`: all boards of the workspace. */
export function BoardsPage(props: { search: BoardListSearch; onSearch: (search: BoardListSearch) => void }) {
  const { t } = useTranslation('boards');
  const { supportMode } = useMe();
  const navigate = useNavigate();
  const { page = 0, search } = props.search;
  const filters = search ? { search } : {};
  const [size, setSize] = useState(PAGE_SIZES[0] ?? 50);
  const [isMaking, setMaking] = useState(false);
  const { create } = useBoardChanges();
  const found = useQuery(boardsPage(search, page, size));
  useLiveBoards();
  const columns = useMemo(
    (): DataColumn<BoardSummary>[] => [
      {
        id: 'name',
        name: t('listColumn.name'),
        isFixed: true,
        cell: ({ _id, name }) => (
          <AnchorLink to="/boards/$boardId" params={{ boardId: _id }} fw={550} dir="auto">
            {name}
          </AnchorLink>
        ),
      },
      { id: 'items', name: t('listColumn.items'), align: 'end', cell: ({ items }) => formatNumber(items) },
      { id: 'createdAt', name: t('listColumn.created'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    ],
    [t],
  );
  const open = ({ _id }: Pick<BoardSummary, '_id'>) =>
    void navigate({ to: '/boards/$boardId', params: { boardId: _id } });
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={supportMode} onClick={() => setMaking(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <QueryListPage
        title={t('title')}
        lead={t('lead')}
        found={found}
        actions={button}
        filters={<NameFilter value={search} onChange={(text) => props.onSearch(text ? { search: text } : {})} />}
        name="boards"
        columns={columns}
        onOpen={open}
        empty={
          search ? (
            <NothingMatches onClear={() => props.onSearch({})} />
          ) : (
            <EmptyState icon={IconTable} title={t('empty.title')} text={t('empty.text')} action={button} />
          )
        }
        footer={
          <Pages
            page={page}
            size={size}
            total={found.data?.total}
            sizes={PAGE_SIZES}
            isLoading={found.isPlaceholderData}
            onPage={(to) => props.onSearch({ ...filters, page: to })}
            onSize={(next) => {
              setSize(next);
              props.onSearch(filters);
            }}
          />
        }
      />
      {isMaking && (
        <NameDialog
          title={t('create')}
          name=""
          submit={t('create')}
          hasTemplate
          onSave={async (name, template) => {
            const made = await create.mutateAsync({ name, template });
            toast(t('created', { name: made.name }));
            open(made);
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
