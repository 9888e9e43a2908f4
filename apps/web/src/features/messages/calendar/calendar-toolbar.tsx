import { ActionIcon, Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { MESSAGE_STATUSES } from '@switchyard/contracts/message-status';
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import '../texts.ts';
import classes from './calendar.module.css';
import { addDays, rangeOf, stepped } from './calendar-range.ts';
import { CALENDAR_VIEWS, type CalendarSearch, type CalendarView } from './calendar-search.ts';
import { dayName } from './calendar-words.ts';

const TYPING_PAUSE_MS = 250;

/** Which time is in sight, and the way to another: buttons, or the keys T (today), arrows with Alt, D, W and M. */
export function CalendarToolbar(props: {
  view: CalendarView;
  date: string;
  weekStart: number;
  search: CalendarSearch;
  onChange: (change: { [Key in keyof CalendarSearch]: CalendarSearch[Key] | undefined }) => void;
}) {
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  const { view, date } = props;
  const step = (by: 1 | -1) => props.onChange({ date: stepped(view, date, by) });
  useHotkeys([
    ['T', () => props.onChange({ date: undefined })],
    ['D', () => props.onChange({ view: 'day' })],
    ['W', () => props.onChange({ view: 'week' })],
    ['M', () => props.onChange({ view: 'month' })],
    ['alt+ArrowLeft', () => step(-1)],
    ['alt+ArrowRight', () => step(1)],
  ]);
  const search = useDebouncedCallback(
    (text: string) => props.onChange({ search: text.trim() || undefined }),
    TYPING_PAUSE_MS,
  );
  return (
    <div className={classes.toolbar}>
      <Button variant="default" onClick={() => props.onChange({ date: undefined })}>
        {t('calendar.today')}
      </Button>
      <ActionIcon variant="default" size={36} aria-label={t('calendar.previous')} onClick={() => step(-1)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={t('calendar.next')} onClick={() => step(1)}>
        <IconChevronRight size={18} />
      </ActionIcon>
      <span className={classes.label} aria-live="polite">
        {rangeName(view, date, props.weekStart)}
      </span>
      <span className={classes.grow} />
      <TextInput
        className={classes.filter}
        aria-label={t('search')}
        placeholder={t('search')}
        defaultValue={props.search.search ?? ''}
        leftSection={<IconSearch size={16} />}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <Select
        className={classes.filter}
        clearable
        aria-label={t('status')}
        placeholder={t('anyStatus')}
        value={props.search.status ?? null}
        data={MESSAGE_STATUSES.map((status) => ({ value: status, label: word(status) }))}
        onChange={(status) => props.onChange({ status: status ?? undefined })}
      />
      <SegmentedControl
        aria-label={t('calendar.view')}
        value={view}
        data={CALENDAR_VIEWS.map((one) => ({ value: one, label: t(`calendar.${one}`) }))}
        onChange={(one) => props.onChange({ view: one as CalendarView })}
      />
    </div>
  );
}

function rangeName(view: CalendarView, date: string, weekStart: number): string {
  if (view === 'day') return dayName(date);
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);
  if (view === 'month') {
    return new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      noon(date),
    );
  }
  const { from, to } = rangeOf('week', date, weekStart);
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    noon(from),
    noon(addDays(to, -1)),
  );
}
