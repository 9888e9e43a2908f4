import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../card.tsx';
import { isConfirmationOpen } from '../confirm-dialog.tsx';
import { PageFrame } from '../page-frame.tsx';
import { PageHeader } from '../page-header.tsx';
import classes from './list-page.module.css';

/**
 * Template of a list: header, filter bar, table, bulk bar or pages below it, and a side panel for the details of one
 * row. The table takes the remaining height and scrolls inside it.
 */
export function ListPage(props: {
  title: string;
  count?: number | undefined;
  countIsExact?: boolean | undefined;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  /** Tabs of the screen, of which this list is one. */
  tabs?: ReactNode;
  /** Alerts between the header and the table. */
  notices?: ReactNode;
  filters?: ReactNode;
  table: ReactNode;
  /** Shown in place of `footer` while rows are selected. */
  bulk?: ReactNode;
  footer?: ReactNode;
  panel?: { title: string; onClose: () => void; children: ReactNode } | null | undefined;
}) {
  return (
    <PageFrame isFilling>
      <PageHeader title={props.title} count={props.count} countIsExact={props.countIsExact} actions={props.actions} />
      {props.tabs}
      {props.notices}
      {props.filters && <div className={classes.filters}>{props.filters}</div>}
      <Card as="div" className={classes.table}>
        {props.table}
        {(props.bulk ?? props.footer) && <div className={classes.footer}>{props.bulk ?? props.footer}</div>}
      </Card>
      <Drawer
        opened={Boolean(props.panel)}
        onClose={() => isConfirmationOpen() || props.panel?.onClose()}
        position="right"
        size="md"
        title={props.panel?.title}
      >
        {props.panel?.children}
      </Drawer>
    </PageFrame>
  );
}
