import { Alert, Checkbox, Group, Select, Text } from '@mantine/core';
import { DateInput, TimeInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../components/relative-time.tsx';
import { formatDay, formatExact } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import classes from './compose.module.css';
import { previewDue } from './due-preview.ts';
import type { ComposeForm } from './use-compose-form.ts';

const zones = Intl.supportedValuesOf('timeZone');

/** When a message goes out: date, time and zone, and in words what that means. */
export function DueInput({ form }: { form: ComposeForm }) {
  const { t } = useTranslation('messages');
  const { workspace } = useMe();
  const { values } = form;
  const zone = values.zone || workspace.zone;
  const due = previewDue(values.date, values.time, zone, useNow().getTime());
  const dateProps = form.getInputProps('date');
  const zoneProps = form.getInputProps('zone');
  return (
    <>
      <Group gap="sm" grow align="flex-start" preventGrowOverflow={false}>
        <DateInput
          label={t('compose.date')}
          withAsterisk
          valueFormat={formatDay}
          {...dateProps}
          value={values.date || null}
          onChange={(date) => dateProps.onChange(date ?? '')}
        />
        <TimeInput
          label={t('compose.time')}
          withAsterisk
          withSeconds={values.time.length > 5}
          {...form.getInputProps('time')}
          onChange={(event) => {
            form.setFieldValue('time', event.currentTarget.value);
            // The server tells at the date what it finds wrong with the moment.
            form.clearFieldError('date');
          }}
        />
        <Select
          label={t('compose.zone')}
          searchable
          data={zones.includes(values.zone) || values.zone === '' ? zones : [values.zone, ...zones]}
          {...zoneProps}
          value={values.zone || null}
          onChange={(chosen) => zoneProps.onChange(chosen ?? '')}
        />
      </Group>
      {due && (
        <Text size="sm" c="dimmed" role="status">
          {t('compose.goesOut', { at: formatExact(new Date(due.instantMs), zone, true) })}
        </Text>
      )}
      {due && due.fit !== 'exact' && (
        <Alert color="yellow" role="status">
          {t(`compose.${due.fit}`, { asked: values.time, used: due.used.slice(11, 16) })}
        </Alert>
      )}
      {due?.isPast && (
        <Alert color="yellow" classNames={{ label: classes.warning ?? '' }} title={t('compose.past')}>
          <Checkbox label={t('compose.sendNow')} {...form.getInputProps('sendNow', { type: 'checkbox' })} />
        </Alert>
      )}
    </>
  );
}
