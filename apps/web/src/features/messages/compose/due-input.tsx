import { Alert, Button, Checkbox, Group, Select } from '@mantine/core';
import { DateInput, TimeInput } from '@mantine/dates';
import { Hint } from '../../../components/hint.tsx';
import '@mantine/dates/styles.layer.css';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../components/relative-time.tsx';
import { formatDay, formatExact } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import '../texts.ts';
import classes from './compose.module.css';
import { DueChips } from './due-chips.tsx';
import { previewDue } from './due-preview.ts';
import { RecipientTimes } from './recipient-times.tsx';
import type { ComposeForm } from './use-compose-form.ts';
import type { Person } from './use-people.ts';

const zones = Intl.supportedValuesOf('timeZone');

/** Due date, time and zone, with a preview of the resulting moment. */
export function DueInput(props: { form: ComposeForm; people: readonly Person[]; canSendNow: boolean }) {
  const { form, people, canSendNow } = props;
  const { t } = useTranslation('messages');
  const ownZone = useZone();
  const { times } = useMe();
  const { values } = form;
  const zone = values.zone || ownZone;
  const now = useNow();
  const due = values.sendNow ? undefined : previewDue(values.date, values.time, zone, now.getTime());
  const dateProps = form.getInputProps('date');
  const zoneProps = form.getInputProps('zone');
  const isOff = values.sendNow;
  const usesEachClock = values.byTheirClock && values.others.length > 0;
  return (
    <>
      {canSendNow && (
        <Checkbox
          label={t('compose.sendNow')}
          {...form.getInputProps('sendNow', { type: 'checkbox' })}
          onChange={(event) => {
            form.setFieldValue('sendNow', event.currentTarget.checked);
            form.clearFieldError('date');
          }}
        />
      )}
      <DueChips form={form} nowMs={now.getTime()} zone={zone} />
      <Group gap="sm" grow align="flex-start" preventGrowOverflow={false}>
        <DateInput
          label={t('compose.date')}
          withAsterisk
          disabled={isOff}
          valueFormat={formatDay}
          {...(times.weekStart !== null && { firstDayOfWeek: times.weekStart as 0 | 1 | 2 | 3 | 4 | 5 | 6 })}
          {...dateProps}
          value={values.date || null}
          onChange={(date) => dateProps.onChange(date ?? '')}
        />
        <TimeInput
          label={t('compose.time')}
          withAsterisk
          disabled={isOff}
          withSeconds={values.time.length > 5}
          {...form.getInputProps('time')}
          onChange={(event) => {
            form.setFieldValue('time', event.currentTarget.value);
            // The server reports an invalid due time at the date field.
            form.clearFieldError('date');
          }}
        />
        <Select
          label={t('compose.zone')}
          searchable
          disabled={isOff || usesEachClock}
          data={zones.includes(values.zone) || values.zone === '' ? zones : [values.zone, ...zones]}
          {...zoneProps}
          value={values.zone || null}
          onChange={(chosen) => zoneProps.onChange(chosen ?? '')}
        />
      </Group>
      <Hint role="status" mih={22}>
        {isOff && t('compose.goesOutNow')}
        {due && !usesEachClock && t('compose.goesOut', { at: formatExact(new Date(due.instantMs), zone, true) })}
      </Hint>
      {values.others.length > 0 && !isOff && (
        <Checkbox label={t('compose.byEachClock')} {...form.getInputProps('byTheirClock', { type: 'checkbox' })} />
      )}
      {due && <RecipientTimes form={form} people={people} dueMs={due.instantMs} />}
      {due && due.fit !== 'exact' && (
        <Alert color="yellow" role="status">
          {t(`compose.${due.fit}`, { asked: values.time, used: due.used.slice(11, 16) })}
        </Alert>
      )}
      {due?.isPast && (
        <Alert
          color="yellow"
          classNames={{ label: classes.warning ?? '' }}
          title={t(canSendNow ? 'compose.past' : 'compose.pastAll')}
        >
          {canSendNow && (
            <Button size="xs" variant="default" onClick={() => form.setFieldValue('sendNow', true)}>
              {t('compose.sendNow')}
            </Button>
          )}
        </Alert>
      )}
    </>
  );
}
