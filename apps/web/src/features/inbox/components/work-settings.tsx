import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import type { BusinessHours } from '@switchyard/contracts/inbox/hours';
import { type InboxSettings, MAX_RATING_QUESTION } from '@switchyard/contracts/inbox/operations';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { inboxSettings, useInboxChanges } from '../api/inbox.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const DAYS = [...WORKDAYS, 6, 7];
const MONDAY_MS = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** How conversations are assigned, and when replies are due. */
export function WorkSettings() {
  const known = useQuery(inboxSettings());
  if (known.isError) return <ErrorState error={known.error} onRetry={() => void known.refetch()} />;
  return known.data ? <WorkForm settings={known.data} /> : null;
}

function WorkForm({ settings }: { settings: InboxSettings }) {
  const { t } = useTranslation('inbox');
  const { supportMode } = useMe();
  const zone = useZone();
  const [form, setForm] = useState(settings);
  const { changeSettings: change } = useInboxChanges();
  const set = (more: Partial<InboxSettings>) => setForm({ ...form, ...more });
  const usual: BusinessHours = {
    zone,
    week: WORKDAYS.map((day) => ({ day, from: '09:00', to: '17:00' })),
    holidays: [],
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(form);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Checkbox
          label={t('settings.assignsItself')}
          description={t('settings.assignsItselfHint')}
          checked={form.assignsItself}
          onChange={({ currentTarget }) => set({ assignsItself: currentTarget.checked })}
        />
        <NumberInput
          label={t('settings.capacity')}
          value={form.capacity}
          min={1}
          max={1_000}
          allowDecimal={false}
          onChange={(value) => set({ capacity: Number(value) || 1 })}
        />
        <NumberInput
          label={t('settings.replyWithin')}
          description={t('settings.replyWithinHint')}
          value={form.replyWithinMinutes ?? ''}
          min={1}
          max={100_000}
          allowDecimal={false}
          onChange={(value) => set({ replyWithinMinutes: value === '' ? null : Number(value) })}
        />
        <Checkbox
          label={t('settings.hasHours')}
          checked={form.hours !== null}
          onChange={({ currentTarget }) => set({ hours: currentTarget.checked ? usual : null })}
        />
        {form.hours && <HoursFields hours={form.hours} onChange={(hours) => set({ hours })} />}
        <Checkbox
          label={t('settings.asksRating')}
          description={t('settings.asksRatingHint')}
          checked={form.ratingQuestion !== null}
          onChange={({ currentTarget: { checked } }) =>
            set({ ratingQuestion: checked ? t('settings.usualQuestion') : null })
          }
        />
        {form.ratingQuestion !== null && (
          <TextInput
            label={t('settings.ratingQuestion')}
            value={form.ratingQuestion}
            maxLength={MAX_RATING_QUESTION}
            dir="auto"
            onChange={({ currentTarget }) => set({ ratingQuestion: currentTarget.value })}
          />
        )}
        {change.error && <Notice tone="error">{failureText(change.error)}</Notice>}
        <Group justify="flex-end">
          <Hint role="status">{change.isSuccess && form === change.variables ? t('settings.saved') : ''}</Hint>
          <Button type="submit" loading={change.isPending} disabled={supportMode || form.ratingQuestion?.trim() === ''}>
            {t('settings.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Several spans on one day leave breaks between them. */
function HoursFields({ hours, onChange }: { hours: BusinessHours; onChange: (hours: BusinessHours) => void }) {
  const { t, i18n } = useTranslation('inbox');
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  const days = DAYS.map((day) => ({
    value: String(day),
    label: weekday.format(new Date(MONDAY_MS + (day - 1) * DAY_MS)),
  }));
  const { week } = hours;
  const setSpan = (place: number, more: Partial<BusinessHours['week'][number]>) =>
    onChange({ ...hours, week: week.map((span, index) => (index === place ? { ...span, ...more } : span)) });
  return (
    <Stack gap="xs">
      <Hint size="xs">{t('settings.zone', { zone: hours.zone })}</Hint>
      {week.map((span, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other name than their place
        <Group key={place} gap="xs" wrap="nowrap" align="end">
          <NativeSelect
            flex={1}
            aria-label={t('settings.day')}
            data={days}
            value={String(span.day)}
            onChange={({ currentTarget: { value } }) => setSpan(place, { day: Number(value) })}
          />
          <TextInput
            type="time"
            aria-label={t('settings.from')}
            value={span.from}
            onChange={({ currentTarget: { value } }) => setSpan(place, { from: value })}
          />
          <TextInput
            type="time"
            aria-label={t('settings.to')}
            value={span.to === '24:00' ? '00:00' : span.to}
            onChange={({ currentTarget: { value } }) => setSpan(place, { to: value === '00:00' ? '24:00' : value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('settings.removeHours')}
            disabled={week.length === 1}
            onClick={() => onChange({ ...hours, week: week.filter((_, index) => index !== place) })}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange({ ...hours, week: [...week, { day: 1, from: '09:00', to: '17:00' }] })}
        >
          {t('settings.addHours')}
        </Button>
      </Group>
      <TagsInput
        label={t('settings.holidays')}
        description={t('settings.holidaysHint')}
        value={hours.holidays}
        onChange={(holidays) => onChange({ ...hours, holidays })}
      />
    </Stack>
  );
}
