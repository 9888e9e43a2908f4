import { Skeleton } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import type { usePages } from '../../../components/list-page/use-pages.ts';
import classes from './knowledge.module.css';

const MIN_PAGE_SIZE = 25;
export const PAGE_SIZES = [MIN_PAGE_SIZE, 50, 100];
const ROWS_WHILE_LOADING = ['first', 'second', 'third'];

/** A list in a tab: its rows, or its loading, error or empty state. */
export function ListCard<Row extends { _id: string }>(props: {
  label: string;
  list: UseQueryResult<{ data: Row[]; total: number }>;
  row: (row: Row) => ReactNode;
  empty: { icon: TablerIcon; title: string; text: string };
  /** Shown if there is more than one page. */
  footer: ReturnType<typeof usePages>['footer'];
}) {
  const { list } = props;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) {
    return (
      <Card as="div">
        {ROWS_WHILE_LOADING.map((row) => (
          <Skeleton key={row} height={44} my={8} radius="sm" />
        ))}
      </Card>
    );
  }
  if (list.data.total === 0) return <EmptyState {...props.empty} />;
  return (
    <Card as="div">
      <ul className={classes.rows} aria-label={props.label}>
        {list.data.data.map((row) => (
          <li key={row._id}>{props.row(row)}</li>
        ))}
      </ul>
      {list.data.total > MIN_PAGE_SIZE && (
        <Pages {...props.footer} total={list.data.total} isLoading={list.isPlaceholderData} />
      )}
    </Card>
  );
}
