import { Chip, Group, NumberInput, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { MAX_RULE_LENGTH } from '@switchyard/contracts/messages/limits';
import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { FREQUENCIES, MAX_COUNT, MAX_INTERVAL, WEEKDAYS, type Weekday } from '@switchyard/recurrence/rule';
import { weekdayNames } from '@switchyard/recurrence/weekday-names';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format/dates.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import '../texts.ts';
import classes from './recurrence.module.css';
import {
  type DayOfMonth,
  daysOfMonth,
  isRaw,
  newShape,
  placeInMonth,
  type Recurring,
  type RuleShape,
  recurringOf,
  ruleText,
  weekdayOf,
} from './rule-shape.ts';

type Series = Pick<NonNullable<MessageDetail['series']>, 'rule' | 'start' | 'slot'>;

/** Loaded on demand, because the code that expands rules is large. */
const RecurrencePreview = lazy(() => import('./recurrence-preview.tsx'));

/**
 * Recurrence of a message: an editor for common rules or the rule as text, with a description and the next ten times
 * before saving.
 */
export function RecurrenceInput(props: {
  value: Recurring | null;
  onChange: (value: Recurring | null) => void;
  /** Wall-clock time of the first message; undefined while date or time is missing. */
  start: string | undefined;
  zone: string;
  /** The series whose message is being edited. Stopping a series is a separate action. */
  series: Series | null;
  error?: ReactNode;
}) {
  const { t } = useTranslation('messages');
  const { value, onChange, start, zone } = props;
  const date = start?.slice(0, 10) ?? new Date().toISOString().slice(0, 10);
  const choice = value === null ? 'never' : isRaw(value) ? 'raw' : value.frequency;
  const choose = (chosen: string | null) => {
    const frequency = FREQUENCIES.find((frequency) => frequency === chosen);
    if (frequency) onChange(newShape(frequency));
    else if (chosen === 'raw') onChange({ raw: value ? ruleText(value, date) : 'FREQ=DAILY' });
    else onChange(null);
  };
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end" className={classes.row ?? ''}>
        <Select
          label={t('recurrence.repeats')}
          data-path="recurrence"
          allowDeselect={false}
          data={[...(props.series ? [] : ['never' as const]), ...FREQUENCIES, 'raw' as const].map((option) => ({
            value: option,
            label: t(`recurrence.${option}`),
          }))}
          value={choice}
          onChange={choose}
          error={value === null ? props.error : undefined}
        />
        {value && !isRaw(value) && <Interval shape={value} onChange={onChange} />}
      </Group>
      {value && isRaw(value) && (
        <TextInput
          label={t('recurrence.rule')}
          description={t('recurrence.ruleHint')}
          dir="ltr"
          spellCheck={false}
          maxLength={MAX_RULE_LENGTH}
          value={value.raw}
          onChange={(event) => onChange({ raw: event.currentTarget.value })}
          onBlur={() => onChange(recurringOf(value.raw, date))}
        />
      )}
      {value && !isRaw(value) && <Days shape={value} date={date} onChange={onChange} />}
      {value && !isRaw(value) && <End shape={value} onChange={onChange} />}
      {value && props.error && (
        <Text size="xs" c="red" role="alert">
          {props.error}
        </Text>
      )}
      {value && start && (
        <Suspense fallback={<Skeleton height={140} />}>
          <RecurrencePreview rule={ruleText(value, date)} start={start} zone={zone} series={props.series} />
        </Suspense>
      )}
    </Stack>
  );
}

/** A fifth weekday is always its month's last and is offered as that. */
const PLACES = ['first', 'second', 'third', 'fourth'] as const;

type Part = { shape: RuleShape; onChange: (shape: RuleShape) => void };

function Interval({ shape, onChange }: Part) {
  const { t } = useTranslation('messages');
  const { interval, frequency } = shape;
  return (
    <NumberInput
      label={t('recurrence.every')}
      min={1}
      max={MAX_INTERVAL}
      clampBehavior="strict"
      allowDecimal={false}
      suffix={` ${t(`recurrence.unit.${frequency}`, { count: interval })}`}
      value={interval}
      onChange={(value) => onChange({ ...shape, interval: Number(value) || 1 })}
    />
  );
}

function Days({ shape, date, onChange }: Part & { date: string }) {
  const { t } = useTranslation('messages');
  const { frequency, days, on } = shape;
  if (frequency === 'DAILY') return null;
  const language = currentLanguage();
  if (frequency === 'WEEKLY') {
    const [short, long] = [weekdayNames(language, 'short'), weekdayNames(language)];
    const chosen = days.length > 0 ? days : [weekdayOf(date)];
    return (
      <fieldset className={classes.days}>
        <legend>{t('recurrence.days')}</legend>
        <Chip.Group multiple value={chosen} onChange={(value) => onChange({ ...shape, days: value as Weekday[] })}>
          <Group gap={6}>
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={day} size="sm" aria-label={long[day]}>
                {short[day]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </fieldset>
    );
  }
  const possible = daysOfMonth(date);
  const weekday = weekdayNames(language)[weekdayOf(date)];
  const place = PLACES[placeInMonth(date) - 1] ?? 'fourth';
  const names: Record<DayOfMonth, string> = {
    date: t('recurrence.onDate'),
    lastDay: t('recurrence.onLastDay'),
    nth: t('recurrence.onNth', { ordinal: t(`recurrence.ordinal.${place}`), weekday }),
    last: t('recurrence.onLast', { weekday }),
  };
  const offered = possible.includes(on) ? possible : [...possible, on];
  return (
    <Select
      label={t('recurrence.on')}
      allowDeselect={false}
      data={offered.map((day) => ({ value: day, label: names[day] }))}
      value={on}
      onChange={(value) => onChange({ ...shape, on: offered.find((day) => day === value) ?? 'date' })}
    />
  );
}

function End({ shape, onChange }: Part) {
  const { t } = useTranslation('messages');
  const { end, count, until } = shape;
  return (
    <Group gap="sm" align="flex-start" className={classes.row ?? ''}>
      <Select
        label={t('recurrence.ends')}
        allowDeselect={false}
        data={[
          { value: 'never', label: t('recurrence.endNever') },
          { value: 'count', label: t('recurrence.endCount') },
          { value: 'until', label: t('recurrence.endUntil') },
        ]}
        value={end}
        onChange={(value) => onChange({ ...shape, end: value === 'count' || value === 'until' ? value : 'never' })}
      />
      {end === 'count' && (
        <NumberInput
          label={t('recurrence.count')}
          min={1}
          max={MAX_COUNT}
          clampBehavior="strict"
          allowDecimal={false}
          value={count}
          onChange={(value) => onChange({ ...shape, count: Number(value) || 1 })}
        />
      )}
      {end === 'until' && (
        <DateInput
          label={t('recurrence.until')}
          valueFormat={formatDay}
          value={until || null}
          onChange={(date) => onChange({ ...shape, until: date ?? '' })}
          error={until === '' ? t('recurrence.untilMissing') : undefined}
        />
      )}
    </Group>
  );
}
