import { Alert, Button } from '@mantine/core';
import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import { type AgendaActions, CalendarAgenda } from './calendar-agenda.tsx';
import { cellMessages } from './calendar-messages.ts';
import type { CalendarFilters } from './calendar-search.ts';

const PAGE_ROWS = 100;

/** All messages due in one cell, loaded in pages of a hundred. Messages already in the cell are shown at once. */
export function CalendarCellList(props: {
  cell: CalendarCell;
  zone: string;
  filters: CalendarFilters;
  actions: AgendaActions;
}) {
  const { t } = useTranslation('messages');
  const { cell } = props;
  const [limit, setLimit] = useState(PAGE_ROWS);
  const all = useQuery(cellMessages(cell, props.filters, limit));
  const messages = all.data?.data ?? cell.messages;
  const total = all.data?.totalIsExact ? all.data.total : cell.count;
  if (all.isError) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />;
  const numbers = { shown: formatNumber(messages.length), total: formatNumber(total) };
  return (
    <div aria-busy={all.isFetching}>
      <CalendarAgenda
        cells={[{ ...cell, count: messages.length, messages }]}
        zone={props.zone}
        actions={props.actions}
      />
      {total > messages.length &&
        (limit < MAX_PAGE_SIZE ? (
          <Button
            fullWidth
            mt="sm"
            variant="default"
            loading={all.isFetching}
            onClick={() => setLimit(Math.min(limit + PAGE_ROWS, MAX_PAGE_SIZE))}
          >
            {t('calendar.showMore', numbers)}
          </Button>
        ) : (
          <Alert color="yellow" mt="sm">
            {t('calendar.partial', numbers)}
          </Alert>
        ))}
    </div>
  );
}
