import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import '../texts.ts';
import { nextMonday, resolveWallClock, tomorrowAt } from '../zones/wall-clock.ts';
import type { ComposeForm } from './use-compose-form.ts';

const MORNING = '09:00';

/** Common due times, one click each. */
export function DueChips({ form, nowMs, zone }: { form: ComposeForm; nowMs: number; zone: string }) {
  const { t } = useTranslation('messages');
  const tomorrow = tomorrowAt(MORNING, nowMs, zone);
  const monday = nextMonday(MORNING, nowMs, zone);
  const isMonday = monday === tomorrow;
  const chip = (label: 'tomorrowAt' | 'mondayAt', at: string) => (
    <Button
      size="compact-sm"
      radius="xl"
      variant="default"
      onClick={() => {
        form.setValues({ sendNow: false, date: at.slice(0, 10), time: at.slice(11) });
        form.clearFieldError('date');
        form.clearFieldError('time');
      }}
    >
      {t(`compose.${label}`, { time: formatTimeOfDay(new Date(resolveWallClock(at, zone).instantMs), zone) })}
    </Button>
  );
  return (
    <Group gap="xs">
      {chip('tomorrowAt', tomorrow)}
      {!isMonday && chip('mondayAt', monday)}
    </Group>
  );
}
