import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ErrorState } from '../error-state.tsx';
import { DataTable } from './data-table.tsx';

/** What a list's query has found. */
export type FoundPage<Row> = Pick<
  UseQueryResult<{ data: Row[]; total: number }>,
  'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'
>;

type TableProps<Row extends object> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows' | 'isLoading' | 'rowId'>;

/**
 * The table of one page that a query brings: its rows by their ids, rows to come, and the error with another try in
 * place of none.
 */
export function QueryTable<Row extends { _id: string }>({
  found,
  failed,
  empty,
  ...others
}: TableProps<Row> & {
  found: FoundPage<Row>;
  /** The error's title, where it is not everybody's. */
  failed?: string | undefined;
}) {
  const error = found.error && (
    <ErrorState error={found.error} onRetry={() => void found.refetch()} {...(failed && { title: failed })} />
  );
  return (
    <DataTable
      {...others}
      rows={found.data?.data ?? []}
      rowId={(row) => row._id}
      isLoading={found.isPending}
      empty={error ?? empty}
    />
  );
}
