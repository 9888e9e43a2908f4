import { Button, Drawer, Group, SegmentedControl, Skeleton } from '@mantine/core';
import type { Cells } from '@switchyard/contracts/boards/columns';
import { MAX_FILTERS } from '@switchyard/contracts/boards/limits';
import type { Board, BoardColumn, BoardFilter, BoardItem, BoardSort } from '@switchyard/contracts/boards/operations';
import { isDatedView, VIEW_KINDS, type ViewKind } from '@switchyard/contracts/boards/views';
import { IconTableOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { useNow } from '../../../components/relative-time.tsx';
import { toastError } from '../../../components/toasts.ts';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { asUtc } from '../../../lib/zones/offset-at.ts';
import { itemsOf, oneBoard, subitemsOf, useBoardChanges, useLiveBoards, usePeople } from '../api/boards.ts';
import { type Colleague, type Place, useBoardPresence } from '../api/presence.ts';
import type { BoardSearch } from '../board-search.ts';
import { dateColumns, windowDays } from '../dated-window.ts';
import '../texts.ts';
import { BoardHeader } from './board-header.tsx';
import { DatedView, ItemPanel } from './board-on-demand.ts';
import { FilterMenu, isCompleteFilter } from './filter-menu.tsx';
import { Grid } from './grid.tsx';
import { Kanban } from './kanban.tsx';
import { LayoutMenu, type TableLayout } from './layout-menu.tsx';
import { ColumnMenu, GroupMenu } from './layout-menus.tsx';
import { RequiredCells, requiredExceptTitle } from './required-cells.tsx';
import { SortSelect } from './sort-select.tsx';
import { useButtons } from './use-buttons.ts';
import { useCells } from './use-cells.tsx';
import { useRanges } from './use-ranges.ts';
import { useUndo } from './use-undo.ts';
import { ViewMenu } from './view-menu.tsx';

const isAbsent = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422);

interface PageProps {
  search: BoardSearch;
  onSearch: (search: BoardSearch) => void;
}

/** One board: its items in a table, by status or by date, and one item in a side panel. */
export function BoardPage(props: PageProps & { boardId: string }) {
  const { t } = useTranslation('boards');
  const board = useQuery(oneBoard(props.boardId));
  const { kind = 'table', search: searchText } = props.search;
  // Items load in parallel with the board, unless its columns decide which of them are visible.
  useInfiniteQuery({
    ...itemsOf(props.boardId, {
      withSubitems: kind !== 'table' || searchText !== undefined,
      ...(searchText ? { search: searchText } : {}),
      filters: [],
      sort: null,
    }),
    enabled: board.isPending && !isDatedView(kind),
    notifyOnChangeProps: [],
  });
  useLiveBoards();
  if (isAbsent(board.error)) {
    return (
      <EmptyState
        icon={IconTableOff}
        title={t('absent')}
        text={t('absentText')}
        action={<ButtonLink to="/boards">{t('back')}</ButtonLink>}
        isPage
      />
    );
  }
  // If a refetch fails, the open panel and typed input stay.
  if (board.isLoadingError) return <ErrorState error={board.error} onRetry={() => void board.refetch()} />;
  if (board.isPending) {
    return (
      <PageFrame role="status" aria-label={t('loading')}>
        <Skeleton height={36} width={240} />
        <Skeleton height={36} />
        <Skeleton height={420} radius="md" />
      </PageFrame>
    );
  }
  return <LoadedBoard {...props} board={board.data} />;
}

function LoadedBoard({ board, search, onSearch }: PageProps & { board: Board }) {
  const { t } = useTranslation('boards');
  const { supportMode: isReadOnly } = useMe();
  const people = usePeople();
  const addUndo = useUndo();
  const setCell = useCells(people, addUndo);
  const setRange = useRanges(board._id, addUndo);
  const set = (...edit: Parameters<typeof setCell>) => void setCell(...edit);
  const press = useButtons();
  const { addItem, moveItem, removeItem, restoreItem } = useBoardChanges();
  const [filters, setFilters] = useState<BoardFilter[]>([]);
  const [sort, setSort] = useState<BoardSort | null>(null);
  const [adding, setAdding] = useState<NewItem | null>(null);
  // A column may have been deleted while used in a filter or sort.
  const has = ({ columnId }: { columnId: string }) => board.columns.some(({ _id }) => _id === columnId);
  const kind = search.kind ?? 'table';
  const { times } = useMe();
  const today = asUtc(useNow(), useZone()).toISOString().slice(0, 10);
  const [month, setMonth] = useState(today);
  const days = windowDays(month, times.weekStart ?? 1);
  const dates = isDatedView(kind) ? dateColumns(board) : null;
  const [layout, setLayout] = useState<TableLayout>({ hiddenColumnIds: [], frozenColumns: 0 });
  const columns = useMemo(
    () => board.columns.filter(({ isTitle, _id }) => isTitle || !layout.hiddenColumnIds.includes(_id)),
    [board.columns, layout.hiddenColumnIds],
  );
  const activeFilters = filters.filter((filter) => has(filter) && isCompleteFilter(filter));
  /** Filtered or sorted items appear without their parents, and so do cards and dated items. */
  const isFlat = kind !== 'table' || Boolean(search.search) || activeFilters.length > 0 || (sort !== null && has(sort));
  const query = {
    withSubitems: isFlat,
    ...(search.search ? { search: search.search } : {}),
    filters: activeFilters,
    sort: sort && has(sort) ? sort : null,
  };
  const windowConditions = dates ? windowFilters(kind, dates, days) : [];
  const found = useInfiniteQuery(
    itemsOf(board._id, { ...query, filters: [...query.filters, ...windowConditions].slice(0, MAX_FILTERS) }),
  );
  const items = useMemo(() => found.data?.pages.flatMap(({ data }) => data) ?? [], [found.data]);
  const total = found.data?.pages[0]?.total ?? 0;
  const loadMore = () => {
    if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
  };
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const parts = useParts(board._id, isFlat ? [] : expanded);
  const [place, setPlace] = useState<Place>({ itemId: null, columnId: null });
  const { item: shownId, ...withoutItem } = search;
  const colleagues = useBoardPresence(board._id, shownId ? { itemId: shownId, columnId: null } : place);
  const open = (item: BoardItem) => onSearch({ ...search, item: item._id });
  const close = () => onSearch(withoutItem);
  const show = (chosen: ViewKind) => {
    const { kind: _, ...others } = search;
    onSearch(chosen === 'table' ? others : { ...others, kind: chosen });
  };
  const showError = (error: unknown) => toastError(failureText(error));
  const orShowError = (action: () => Promise<unknown>) => () =>
    action().then(
      () => true,
      (error: unknown) => {
        showError(error);
        return false;
      },
    );
  const move = (item: BoardItem, groupId: string, beforeId: string | null) => {
    const id = item._id;
    const siblings = items.filter((sibling) => sibling.groupId === item.groupId);
    const next = siblings[siblings.findIndex(({ _id }) => _id === id) + 1];
    const back = { id, groupId: item.groupId, beforeId: next?._id ?? null };
    moveItem.mutate(
      { id, groupId, beforeId },
      {
        onError: showError,
        onSuccess: () =>
          addUndo({ undoneText: t('item.movedBack'), undo: orShowError(() => moveItem.mutateAsync(back)) }),
      },
    );
  };
  const remove = async ({ _id: id }: BoardItem) => {
    try {
      await removeItem.mutateAsync({ id });
      close();
      addUndo({ undoneText: t('item.restored'), undo: orShowError(() => restoreItem(id)) });
      toastUndo(t('item.removed'), () => restoreItem(id).then(() => t('item.restored')), failureText);
    } catch (error) {
      showError(error);
    }
  };
  const title = board.columns.find(({ isTitle }) => isTitle);
  const add = async ({ groupId, name, parentId }: NewItem, cells: Cells = {}) => {
    const allCells = title ? { ...cells, [title._id]: name } : cells;
    const { _id } = await addItem.mutateAsync({ id: board._id, groupId, parentId, cells: allCells });
    addUndo({ undoneText: t('item.removed'), undo: orShowError(() => removeItem.mutateAsync({ id: _id })) });
  };
  const startAdding = (item: NewItem) =>
    requiredExceptTitle(board.columns).length > 0 ? setAdding(item) : void add(item).catch(showError);
  const shown = items.find(({ _id }) => _id === shownId);
  const shownName = title && shown ? shown.cells[title._id] : null;
  const columnMenu = useCallback(
    (column: BoardColumn) => !isReadOnly && <ColumnMenu board={board} column={column} people={people} />,
    [board, people, isReadOnly],
  );
  const namesByCell = useMemo(() => colleaguesByCell(colleagues, title?._id), [colleagues, title?._id]);
  const shared = { board, items, people, isReadOnly, onSet: set, onOpen: open };
  return (
    <PageFrame isFilling>
      <BoardHeader
        board={board}
        total={total}
        people={people}
        isReadOnly={isReadOnly}
        filters={query.filters}
        sort={query.sort}
        columns={columns}
      />
      {colleagues.length > 0 && (
        <Hint role="status">{t('here', { names: colleagues.map(({ name }) => name).join(', ') })}</Hint>
      )}
      <Group gap="xs">
        <SegmentedControl
          size="sm"
          aria-label={t('view.label')}
          data={VIEW_KINDS.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={kind}
          onChange={(chosen) => show(chosen as ViewKind)}
        />
        <FilterInput
          label={t('search')}
          value={search.search}
          isSearch
          onChange={(searchText) => {
            const { search: _, ...others } = search;
            onSearch(searchText ? { ...others, search: searchText } : others);
          }}
        />
        <FilterMenu columns={board.columns} people={people} filters={filters.filter(has)} onChange={setFilters} />
        <SortSelect columns={board.columns} sort={query.sort} onChange={setSort} />
        {kind === 'table' && <LayoutMenu columns={board.columns} layout={layout} onChange={setLayout} />}
        <ViewMenu
          board={board}
          isReadOnly={isReadOnly}
          view={{ kind, filters: query.filters, sort: query.sort, ...layout }}
          onChoose={(view) => {
            setLayout(view);
            setFilters(view.filters);
            setSort(view.sort);
            show(view.kind);
          }}
        />
      </Group>
      <Card as="div" style={{ '--card-padding': 0, flex: 1, minBlockSize: 0, overflow: 'clip' } as React.CSSProperties}>
        {found.isLoadingError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : found.isPending ? (
          <Skeleton height="100%" />
        ) : kind === 'kanban' ? (
          <Kanban {...shared} />
        ) : isDatedView(kind) ? (
          <Suspense fallback={<Skeleton height="100%" />}>
            <DatedView {...shared} kind={kind} days={days} month={month} today={today} onMonth={setMonth} />
          </Suspense>
        ) : (
          <Grid
            {...shared}
            board={{ ...board, columns }}
            columnMenu={columnMenu}
            groupMenu={(group, at) => !isReadOnly && <GroupMenu board={board} group={group} at={at} />}
            onRange={isReadOnly ? null : (range) => void setRange(range)}
            isComplete={items.length === total && !isFlat}
            frozen={layout.frozenColumns}
            parts={isFlat ? undefined : parts}
            onExpand={({ _id }, isExpanded) =>
              setExpanded(
                isExpanded ? [...expanded.filter((id) => id !== _id), _id] : expanded.filter((id) => id !== _id),
              )
            }
            colleagues={namesByCell}
            onPlace={(itemId, columnId) => setPlace({ itemId, columnId })}
            onPress={isReadOnly ? undefined : press}
            onAdd={(group, name, parent) => startAdding({ groupId: group._id, name, parentId: parent?._id ?? null })}
            onEnd={loadMore}
          />
        )}
      </Card>
      {(total > items.length || (total === 0 && found.isSuccess && (query.search || query.filters.length > 0))) && (
        <Group gap="xs">
          <Hint>{total === 0 ? t('item.none') : t('item.shown', { shown: items.length, total })}</Hint>
          {found.hasNextPage && (
            <Button variant="default" size="sm" loading={found.isFetchingNextPage} onClick={loadMore}>
              {t('item.more')}
            </Button>
          )}
        </Group>
      )}
      {adding && (
        <RequiredCells
          name={adding.name}
          columns={requiredExceptTitle(board.columns)}
          people={people}
          onSave={(cells) => add(adding, cells)}
          onClose={() => setAdding(null)}
        />
      )}
      <Drawer
        opened={shownId !== undefined}
        onClose={close}
        position="right"
        size="md"
        title={<bdi>{typeof shownName === 'string' ? shownName : t('item.unnamed')}</bdi>}
      >
        {shownId && (
          <Suspense fallback={<Skeleton height={320} />}>
            <ItemPanel
              key={shownId}
              board={board}
              itemId={shownId}
              items={items}
              people={people}
              isReadOnly={isReadOnly}
              onSet={set}
              onPress={isReadOnly ? undefined : press}
              onMove={query.sort ? null : move}
              onOpen={open}
              onAddPart={(parent, name) => startAdding({ groupId: parent.groupId, name, parentId: parent._id })}
              onRemove={(item) => void remove(item)}
            />
          </Suspense>
        )}
      </Drawer>
    </PageFrame>
  );
}

interface NewItem {
  groupId: string;
  name: string;
  parentId: string | null;
}

/** Subitems by parent id. */
function useParts(boardId: string, parentIds: readonly string[]): ReadonlyMap<string, readonly BoardItem[]> {
  const found = useQueries({ queries: parentIds.map((id) => subitemsOf(boardId, id)) });
  return new Map(parentIds.map((id, index) => [id, found[index]?.data?.data ?? []]));
}

/** Names of colleagues by the cell they are in. A colleague with an item open in the panel is in its title cell. */
const colleaguesByCell = (colleagues: readonly Colleague[], titleId: string | undefined) =>
  new Map(
    [...Map.groupBy(colleagues, ({ itemId, columnId }) => `${itemId} ${columnId ?? titleId}`)].map(([key, here]) => [
      key,
      here.map(({ name }) => name),
    ]),
  );

/**
 * Filters for the visible date range. A timeline loads everything that starts before the range ends and drops the rest
 * itself.
 */
function windowFilters(
  kind: ViewKind,
  { start, end }: NonNullable<ReturnType<typeof dateColumns>>,
  days: readonly string[],
): BoardFilter[] {
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const until: BoardFilter = { columnId: start._id, test: 'atMost', value: to };
  if (kind === 'calendar' || start._id === end._id)
    return [{ columnId: start._id, test: 'atLeast', value: from }, until];
  return [until];
}
