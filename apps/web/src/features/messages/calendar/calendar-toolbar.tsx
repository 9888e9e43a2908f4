import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import classes from './calendar.module.css';
import { CalendarFilters } from './calendar-filters.tsx';
import { windowName } from './calendar-format.ts';
import { type CalendarWindow, stepDate } from './calendar-range.ts';
import {
  CALENDAR_VIEWS,
  type CalendarSearch,
  type CalendarView,
  type CalendarFilters as Filters,
} from './calendar-search.ts';

/** Shows the visible period, the controls to change it, and the filters. */
export function CalendarToolbar(props: {
  view: CalendarView;
  date: string;
  range: CalendarWindow;
  filters: Filters;
  onChange: (change: { [Key in keyof CalendarSearch]: CalendarSearch[Key] | undefined }) => void;
  /** Further actions. */
  children?: ReactNode;
  /** Bulk actions for the selection. They replace the filters, so that nothing below moves. */
  bulk: ReactNode;
}) {
  const { t } = useTranslation('messages');
  const { view, date } = props;
  const step = (by: 1 | -1) => props.onChange({ date: stepDate(view, date, by) });
  return (
    <div className={classes.toolbar}>
      <Button variant="default" className={classes.today} onClick={() => props.onChange({ date: undefined })}>
        {t('calendar.today')}
      </Button>
      <ActionIcon variant="default" size={36} aria-label={t('calendar.previous')} onClick={() => step(-1)}>
        <IconChevronLeft size={18} className={classes.chevron} />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={t('calendar.next')} onClick={() => step(1)}>
        <IconChevronRight size={18} className={classes.chevron} />
      </ActionIcon>
      <span className={classes.label} aria-live="polite">
        {windowName(view, date, props.range)}
      </span>
      <span className={classes.grow} />
      <SegmentedControl
        classNames={{ label: classes.view }}
        aria-label={t('calendar.view')}
        value={view}
        data={CALENDAR_VIEWS.map((view) => ({ value: view, label: t(`calendar.${view}`) }))}
        onChange={(view) => props.onChange({ view: view as CalendarView })}
      />
      {props.children}
      <div className={classes.filters}>
        {props.bulk ?? <CalendarFilters filters={props.filters} onChange={props.onChange} />}
      </div>
    </div>
  );
}
