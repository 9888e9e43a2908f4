import type { ReactNode } from 'react';
import type { DataColumn } from '../data-table/column.ts';
import { type FoundPage, QueryTable } from '../data-table/query-table.tsx';
import { Hint } from '../hint.tsx';
import { ListPage } from './list-page.tsx';

/**
 * A list that is one page of a query: what it is for, its rows, and what stands in their place while there are none.
 */
export function QueryListPage<Row extends { _id: string }>(props: {
  title: string;
  lead?: string;
  found: FoundPage<Row>;
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
  const { found } = props;
  return (
    <ListPage
      title={props.title}
      count={found.data?.total}
      actions={props.actions}
      notices={props.lead && <Hint>{props.lead}</Hint>}
      filters={props.filters}
      table={
        <QueryTable
          label={props.title}
          name={props.name}
          columns={props.columns}
          found={found}
          failed={props.failedTitle}
          onOpen={props.onOpen}
          empty={props.empty}
        />
      }
      footer={props.footer}
    />
  );
}
