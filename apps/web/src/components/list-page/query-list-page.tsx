import type { ReactNode } from 'react';
import type { DataColumn } from '../data-table/column.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { ErrorState } from '../error-state.tsx';
import { Hint } from '../hint.tsx';
import { ListPage } from './list-page.tsx';

/** As a query of a list answers it. */
interface FoundRows<Row> {
  data?: { data: Row[]; total: number } | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/** A list that is one page of a query: what it is for, its rows, and what stands in their place while there are none. */
export function QueryListPage<Row extends { _id: string }>(props: {
  title: string;
  lead: string;
  found: FoundRows<Row>;
  actions?: ReactNode;
  filters?: ReactNode;
  /** Under which the choice of columns is remembered. */
  name: string;
  columns: DataColumn<Row>[];
  onOpen: (row: Row) => void;
  empty: ReactNode;
  failedTitle?: string;
  footer: ReactNode;
}) {
  const { found, failedTitle } = props;
  return (
    <ListPage
      title={props.title}
      count={found.data?.total}
      actions={props.actions}
      notices={<Hint>{props.lead}</Hint>}
      filters={props.filters}
      table={
        <DataTable
          label={props.title}
          name={props.name}
          columns={props.columns}
          rows={found.data?.data ?? []}
          rowId={(row) => row._id}
          isLoading={found.isPending}
          onOpen={props.onOpen}
          empty={
            found.error ? (
              <ErrorState
                error={found.error}
                onRetry={() => void found.refetch()}
                {...(failedTitle === undefined ? {} : { title: failedTitle })}
              />
            ) : (
              props.empty
            )
          }
        />
      }
      footer={props.footer}
    />
  );
}
