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
const MAX_LISTED = 4;

/**
 * A moment on the recipients' clocks where they differ or where the zone is assumed, with the option to schedule by
 * them.
 */
export function RecipientTimes(props: { form: ComposeForm; people: readonly Person[]; dueMs: number }) {
  const { form } = props;
  const { t } = useTranslation('messages');
  const workspaceZone = useMe().workspace.zone;
  const { date, time, zone: chosen, byTheirClock, others } = form.values;
  const usesEachClock = byTheirClock && others.length > 0;
  const lines = props.people.flatMap((person) => {
    if (!person.known) return [];
    const { zone, source } = person.known;
    const atMs = usesEachClock ? resolveWallClock(`${date}T${time}`, zone).instantMs : props.dueMs;
    const place = placeOf(zone);
    if (source === 'workspace') {
      return [{ ...person, zone, text: t('compose.placeUnknown', { name: person.name, place }) }];
    }
    const recipientTime = localTime(atMs, zone, workspaceZone);
    if (recipientTime === localTime(atMs, workspaceZone, workspaceZone)) return [];
    const values = { theirs: recipientTime, name: person.name, here: formatTimeOfDay(new Date(atMs), workspaceZone) };
    const text = t('compose.theirTime', { ...values, place: t(`compose.place.${source}`, { place }) });
    return [{ ...person, zone, text }];
  });
  if (lines.length === 0) return null;
  const zones = [...new Set(lines.map(({ zone }) => zone).filter((zone) => zone !== workspaceZone))];
  const isRecipientZone = chosen !== workspaceZone && zones.includes(chosen);
  const otherZone = isRecipientZone ? workspaceZone : zones.length === 1 ? zones[0] : undefined;
  return (
    <Group justify="space-between" gap="xs" role="status">
      <Stack gap={0} flex="1 1 220px">
        {lines.slice(0, MAX_LISTED).map(({ mobile, text }) => (
          <Text key={mobile} size="sm" dir="auto">
            {text}
          </Text>
        ))}
        {lines.length > MAX_LISTED && (
          <Text size="sm">{t('compose.moreTimes', { count: lines.length - MAX_LISTED })}</Text>
        )}
      </Stack>
      {otherZone && otherZone !== chosen && !usesEachClock && (
        <Button size="xs" variant="default" onClick={() => form.setFieldValue('zone', otherZone)}>
          {t(isRecipientZone ? 'compose.byClockHere' : 'compose.byTheirClock', { time, place: placeOf(otherZone) })}
        </Button>
      )}
    </Group>
  );
}

/** `09:00`, with the day if it differs from the local one. */
function localTime(atMs: number, zone: string, workspaceZone: string): string {
  const day = wallClockAt(atMs, zone).slice(0, 10);
  const time = formatTimeOfDay(new Date(atMs), zone);
  return day === wallClockAt(atMs, workspaceZone).slice(0, 10) ? time : `${time}, ${formatDay(day)}`;
}
