import { Drawer, Skeleton } from '@mantine/core';
import { isReadOnlyType } from '@switchyard/contracts/boards/columns';
import type {
  BoardColumn,
  BoardFilter,
  BoardGroup,
  BoardItem,
  BoardSort,
} from '@switchyard/contracts/boards/operations';
import type { SharedItem } from '@switchyard/contracts/shares/operations';
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { Logo } from '../../../components/logo.tsx';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { browserZone, formatExact } from '../../../lib/format/dates.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { cellText } from '../components/cell-text.ts';
import { CellView } from '../components/cell-view.tsx';
import { FilterMenu, isCompleteFilter } from '../components/filter-menu.tsx';
import { Grid } from '../components/grid.tsx';
import { SortSelect } from '../components/sort-select.tsx';
import '../texts.ts';
import { sharedTableOf } from './api.ts';
import { LinkEnd } from './link-end.tsx';
import { linkEndOf } from './links.ts';
import classes from './shares.module.css';
import './texts.ts';
import { useLiveShare } from './use-live-share.ts';

/** The page with its own query client: screens outside the shell have none. */
export function SharedTablePage({ token }: { token: string }) {
  const [queries] = useState(() => createQueryClient(() => undefined));
  return (
    <QueryClientProvider client={queries}>
      <SharedTable token={token} />
    </QueryClientProvider>
  );
}

const NO_PEOPLE: ReadonlyMap<string, string> = new Map();

/** `/sharetable`: selected columns of a board, read-only and live, for anyone with the link. */
function SharedTable({ token }: { token: string }) {
  const { t } = useTranslation('shares');
  const [search, setSearch] = useState<string>();
  const [filters, setFilters] = useState<BoardFilter[]>([]);
  const [sort, setSort] = useState<BoardSort | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const completeFilters = filters.filter(isCompleteFilter);
  const [isOpen, setOpen] = useState(true);
  const isLive = useLiveShare(token, isOpen, () => void found.refetch());
  const query = { token, ...(search ? { search } : {}), filters: completeFilters, sort };
  const found = useInfiniteQuery(sharedTableOf(query, isLive));
  const hasEnded = linkEndOf(found.error) !== null;
  useEffect(() => setOpen(!hasEnded), [hasEnded]);
  const pages = found.data?.pages ?? [];
  const [first] = pages;
  useTitle(first?.name ?? t('kind.table'));
  if (found.isPending) {
    return (
      <main className={classes.page} aria-busy>
        <Skeleton height={36} width={240} />
        <Skeleton height="100%" radius="md" />
      </main>
    );
  }
  // When a link has ended, its previous content is hidden too.
  if (!first || hasEnded) return <LinkEnd error={found.error} onRetry={() => void found.refetch()} />;
  const { columns } = first;
  const plain = columns.map(asTextColumn);
  const items = pages.flatMap(({ data }) => data.map((item) => toBoardItem(columns, item)));
  const groups = new Map(pages.flatMap((page) => page.groups.map((group) => [group._id, group] as const)));
  const open = items.find(({ _id }) => _id === openId);
  return (
    <main className={classes.page}>
      <div className={classes.head}>
        <Logo size={24} />
        <h1 dir="auto">{first.name}</h1>
        <Hint>
          {t('rows', { count: first.total })} · {t('live')}
        </Hint>
      </div>
      <div className={classes.head}>
        <FilterInput label={t('searchRows')} value={search} isSearch onChange={setSearch} />
        <FilterMenu
          columns={columns.filter((column) => !isNamed(column))}
          people={NO_PEOPLE}
          filters={filters}
          onChange={setFilters}
        />
        <SortSelect columns={columns} sort={sort} onChange={setSort} />
      </div>
      <Card as="div" style={{ '--card-padding': 0, flex: 1, minBlockSize: 0, overflow: 'clip' } as React.CSSProperties}>
        {items.length === 0 ? (
          <Hint p="md" role="status">
            {t('noRows')}
          </Hint>
        ) : (
          <Grid
            board={{ name: first.name, columns: plain, groups: [...groups.values()] satisfies BoardGroup[] }}
            items={items}
            people={NO_PEOPLE}
            isReadOnly
            columnMenu={() => null}
            groupMenu={() => null}
            onRange={null}
            isComplete={false}
            onSet={() => undefined}
            onAdd={() => undefined}
            onOpen={({ _id }) => setOpenId(_id)}
            onEnd={() => {
              if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
            }}
          />
        )}
      </Card>
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpenId(null)}
        position="right"
        title={<bdi>{nameOf(plain, open)}</bdi>}
      >
        {open && (
          <dl className={classes.cells}>
            {plain
              .filter(({ _id }) => open.cells[_id] != null)
              .map((column) => (
                <div key={column._id}>
                  <dt>{column.name}</dt>
                  <dd>
                    <CellView column={column} item={open} people={NO_PEOPLE} />
                  </dd>
                </div>
              ))}
          </dl>
        )}
      </Drawer>
    </main>
  );
}

const nameOf = (columns: readonly BoardColumn[], item: BoardItem | undefined): string => {
  const title = columns.find(({ isTitle }) => isTitle);
  return title && item ? cellText(title, item.cells[title._id], NO_PEOPLE) : '';
};

/** Shared tables have people as names and computed columns as values, both shown as text. */
const asTextColumn = (column: BoardColumn): BoardColumn =>
  isNamed(column) || (isReadOnlyType(column.type) && column.type !== 'formula') ? { ...column, type: 'text' } : column;
const isNamed = ({ type }: BoardColumn): boolean => ['people', 'file', 'createdBy', 'changedBy'].includes(type);

function toBoardItem(columns: readonly BoardColumn[], { _id, groupId, cells }: SharedItem): BoardItem {
  const shown = columns.map(({ _id: id, type }) => {
    const value = cells[id] ?? null;
    if (Array.isArray(value)) return [id, value.join(', ')] as const;
    const isMoment = type === 'createdAt' || type === 'changedAt';
    return [
      id,
      isMoment && value !== null ? formatExact(new Date(String(value)), browserZone(), false) : value,
    ] as const;
  });
  return {
    _id,
    groupId,
    parentId: null,
    subitems: 0,
    cells: Object.fromEntries(shown),
    boardId: '',
    number: 0,
    version: 0,
    createdBy: null,
    createdAt: '',
    changedBy: null,
    changedAt: '',
  };
}
