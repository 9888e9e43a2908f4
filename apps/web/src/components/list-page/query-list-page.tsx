import type { ComponentProps } from 'react';
import { QueryTable } from '../data-table/query-table.tsx';
import { Hint } from '../hint.tsx';
import { ListPage } from './list-page.tsx';
import { Pages } from './pages.tsx';

type QueryListPageProps<Row extends { _id: string }> = Omit<ComponentProps<typeof ListPage>, 'count' | 'table'> &
  Omit<ComponentProps<typeof QueryTable<Row>>, 'label'> & {
    /** What the list is for; takes the place of notices. */
    lead?: string;
    /** Label of the table, if not the title. */
    label?: string;
    /** The current page and the way to the others; takes the place of a footer. */
    pages?: Omit<ComponentProps<typeof Pages>, 'total' | 'isLoading'>;
  };

/** A list that is one page of a query: what it is for, its rows, and what to show when there are none. */
export function QueryListPage<Row extends { _id: string }>(props: QueryListPageProps<Row>) {
  const { lead, label, pages, title, actions, tabs, notices, filters, bulk, footer, panel, ...table } = props;
  const { found } = table;
  return (
    <ListPage
      {...{ title, actions, tabs, filters, bulk, panel }}
      count={found.data?.total}
      notices={lead ? <Hint>{lead}</Hint> : notices}
      table={<QueryTable label={label ?? title} {...table} />}
      footer={pages ? <Pages {...pages} total={found.data?.total} isLoading={found.isPlaceholderData} /> : footer}
    />
  );
}
