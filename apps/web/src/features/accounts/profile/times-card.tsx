import { NativeSelect, Stack } from '@mantine/core';
import type { Times } from '@switchyard/contracts/accounts/operations';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { CLOCKS, chooseClock } from '../../../lib/format/clock.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { zones } from '../../../lib/places/places.ts';
import { saveTimes } from '../../../lib/signed-in/save-times.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../account-texts.ts';

/** From Monday on, as in most calendars; 0 is Sunday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];
/** In a week that starts on Sunday. */
const dayName = (day: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 1 + day));

/** The user's zone, clock format and first day of the week; each saves itself. */
export function TimesCard() {
  const { t } = useTranslation('account');
  const me = useMe();
  const router = useRouter();
  const [known] = useState(() => zones(me.times.zone ?? me.workspace.zone));
  const save = useMutation({
    mutationFn: async (times: Partial<Times>) => {
      await saveTimes(times);
      if (times.clock !== undefined) chooseClock(times.clock ?? 'region');
      await router.invalidate();
    },
  });
  // Shows what is being saved at once, and reverts if saving fails.
  const times = { ...me.times, ...(save.isPending ? save.variables : {}) };
  const shared = { disabled: me.supportMode };
  return (
    <Card aria-label={t('times.title')}>
      <Stack>
        <Heading>{t('times.title')}</Heading>
        {save.error && <Notice tone="error">{save.error.message}</Notice>}
        <NativeSelect
          {...shared}
          label={t('times.zone')}
          description={t('times.zoneHint')}
          value={times.zone ?? ''}
          data={[{ value: '', label: t('times.ofWorkspace', { zone: me.workspace.zone }) }, ...known]}
          onChange={(event) => save.mutate({ zone: event.currentTarget.value || null })}
        />
        <NativeSelect
          {...shared}
          label={t('times.clock')}
          value={times.clock ?? 'region'}
          data={CLOCKS.map((value) => ({ value, label: t(`times.clocks.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            save.mutate({ clock: value === 'h12' || value === 'h23' ? value : null })
          }
        />
        <NativeSelect
          {...shared}
          label={t('times.weekStart')}
          value={String(times.weekStart ?? 1)}
          data={DAYS.map((day) => ({ value: String(day), label: dayName(day) }))}
          onChange={(event) => save.mutate({ weekStart: Number(event.currentTarget.value) })}
        />
      </Stack>
    </Card>
  );
}
