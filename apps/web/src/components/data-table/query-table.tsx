import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ErrorState } from '../error-state.tsx';
import { DataTable } from './data-table.tsx';

/** Result of a list's query. */
export type FoundPage<Row> = Pick<
  UseQueryResult<{ data: Row[]; total: number }>,
  'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'
>;

type TableProps<Row extends object> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows' | 'isLoading' | 'rowId'>;

/**
 * The table for one page of a query: its rows by id, skeleton rows while loading, and the error with a retry if it
 * failed.
 */
export function QueryTable<Row extends { _id: string }>({
  found,
  failed,
  empty,
  ...others
}: TableProps<Row> & {
  found: FoundPage<Row>;
  /** Title of the error, if not the default. */
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
