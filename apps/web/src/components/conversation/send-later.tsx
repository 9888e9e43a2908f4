import { ActionIcon, Button, Group, Popover, Text } from '@mantine/core';
import { DateInput, TimeInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconClockPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '../../lib/clock/server-clock.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { useZone } from '../../lib/signed-in/use-zone.ts';
import { asUtc } from '../../lib/zones/offset-at.ts';
import { Hint } from '../hint.tsx';
import classes from './composer.module.css';
import './texts.ts';

const MORNING = '09:00';
const DAY_MS = 24 * 3_600_000;

/** Asks when to send a message, by the clock of the user's zone. */
export function SendLater(props: { isOff: boolean; onSend: (due: { local: string; zone: string }) => Promise<void> }) {
  const { t } = useTranslation('conversation');
  const zone = useZone();
  const { times } = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const tomorrow = asUtc(new Date(serverNowMs() + DAY_MS), zone)
    .toISOString()
    .slice(0, 10);
  const [date, setDate] = useState<string | null>(null);
  const [time, setTime] = useState(MORNING);
  const send = () => {
    setIsOpen(false);
    void props.onSend({ local: `${date ?? tomorrow}T${time}`, zone });
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-end" trapFocus withArrow width={280}>
      <Popover.Target>
        <ActionIcon
          size={36}
          variant="subtle"
          color="gray"
          disabled={props.isOff}
          aria-label={t('composer.later')}
          title={t('composer.later')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconClockPlus size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={classes.later}
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Text size="sm" fw={600}>
            {t('composer.laterTitle')}
          </Text>
          <DateInput
            label={t('composer.date')}
            valueFormat={formatDay}
            {...(times.weekStart !== null && { firstDayOfWeek: times.weekStart as 0 | 1 | 2 | 3 | 4 | 5 | 6 })}
            popoverProps={{ withinPortal: false }}
            minDate={asUtc(new Date(serverNowMs()), zone).toISOString().slice(0, 10)}
            value={date ?? tomorrow}
            onChange={setDate}
          />
          <TimeInput
            label={t('composer.time')}
            data-autofocus
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
            required
          />
          <Hint size="xs">{t('composer.inZone', { zone })}</Hint>
          <Group justify="flex-end">
            <Button size="xs" type="submit">
              {t('composer.schedule')}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
