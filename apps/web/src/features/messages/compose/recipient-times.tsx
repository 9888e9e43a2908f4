import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay, formatTimeOfDay } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import { placeOf } from '../zones/place-of.ts';
import { resolveWallClock, wallClockAt } from '../zones/wall-clock.ts';
import type { ComposeForm } from './use-compose-form.ts';
import type { Person } from './use-people.ts';

/** Maximum recipients whose local times are listed individually. */
const MAX_TOLD = 4;

/**
 * A moment on the recipients' clocks where they differ or where the zone is assumed, with the option to schedule by
 * them.
 */
export function RecipientTimes(props: { form: ComposeForm; people: readonly Person[]; dueMs: number }) {
  const { form } = props;
  const { t } = useTranslation('messages');
  const here = useMe().workspace.zone;
  const { date, time, zone: chosen, byTheirClock, others } = form.values;
  const byEachClock = byTheirClock && others.length > 0;
  const told = props.people.flatMap((person) => {
    if (!person.known) return [];
    const { zone, source } = person.known;
    const atMs = byEachClock ? resolveWallClock(`${date}T${time}`, zone).instantMs : props.dueMs;
    const place = placeOf(zone);
    if (source === 'workspace') {
      return [{ ...person, zone, text: t('compose.placeUnknown', { name: person.name, place }) }];
    }
    const theirs = timeThere(atMs, zone, here);
    if (theirs === timeThere(atMs, here, here)) return [];
    const words = { theirs, name: person.name, here: formatTimeOfDay(new Date(atMs), here) };
    const text = t('compose.theirTime', { ...words, place: t(`compose.place.${source}`, { place }) });
    return [{ ...person, zone, text }];
  });
  if (told.length === 0) return null;
  const zones = [...new Set(told.map(({ zone }) => zone).filter((zone) => zone !== here))];
  const isTheirs = chosen !== here && zones.includes(chosen);
  const other = isTheirs ? here : zones.length === 1 ? zones[0] : undefined;
  return (
    <Group justify="space-between" gap="xs" role="status">
      <Stack gap={0} flex="1 1 220px">
        {told.slice(0, MAX_TOLD).map(({ mobile, text }) => (
          <Text key={mobile} size="sm" dir="auto">
            {text}
          </Text>
        ))}
        {told.length > MAX_TOLD && <Text size="sm">{t('compose.moreTimes', { count: told.length - MAX_TOLD })}</Text>}
      </Stack>
      {other && other !== chosen && !byEachClock && (
        <Button size="xs" variant="default" onClick={() => form.setFieldValue('zone', other)}>
          {t(isTheirs ? 'compose.byClockHere' : 'compose.byTheirClock', { time, place: placeOf(other) })}
        </Button>
      )}
    </Group>
  );
}

/** `09:00`, with the day if it differs from the local one. */
function timeThere(atMs: number, zone: string, here: string): string {
  const day = wallClockAt(atMs, zone).slice(0, 10);
  const time = formatTimeOfDay(new Date(atMs), zone);
  return day === wallClockAt(atMs, here).slice(0, 10) ? time : `${time}, ${formatDay(day)}`;
}
