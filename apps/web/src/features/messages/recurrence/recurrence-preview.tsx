import { Text } from '@mantine/core';
import type { Text as SaidText } from '@switchyard/contracts/text/registry';
import { firstOccurrences, restFrom } from '@switchyard/recurrence/occurrences';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { formatExact } from '../../../lib/format/dates.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { resolveWallClock, wallClockAt } from '../zones/wall-clock.ts';
import { formatRule } from './format-rule.ts';
import classes from './recurrence.module.css';

const MAX_SHOWN = 10;

/** Describes a rule and lists its next ten times before saving. */
export default function RecurrencePreview(props: {
  rule: string;
  start: string;
  zone: string;
  /** The series being edited; if its rule is unchanged, only its remaining times are listed. */
  series: { rule: string; start: string; slot: string } | null;
}) {
  const { t } = useTranslation('messages');
  const { rule: text, start, zone, series } = props;
  // For an unchanged rule, only the rest. A string, because the object's identity changes on every render.
  const own = series && text === series.rule ? `${series.start} ${series.slot}` : null;
  const preview = useMemo(() => previewOf(text, start, zone, own), [text, start, zone, own]);
  if ('fault' in preview) {
    return (
      <div className={classes.preview}>
        <Text size="sm" c="red" role="status">
          {translateText(preview.fault)}
        </Text>
      </div>
    );
  }
  const { description, slots } = preview;
  const [first] = slots;
  const shown = slots.slice(0, MAX_SHOWN);
  const hasMore = slots.length > MAX_SHOWN;
  const at = (slot: string) => formatExact(new Date(resolveWallClock(slot, zone).instantMs), zone, false);
  return (
    <div className={classes.preview}>
      <Text size="sm" fw={550} role="status" dir="auto">
        {first === undefined ? t('recurrence.nothing') : description}
      </Text>
      {first !== undefined && first.slice(0, 16) !== start.slice(0, 16) && (
        <Text size="sm">{t('recurrence.late', { at: at(first) })}</Text>
      )}
      {first !== undefined && (
        <Hint size="xs" mt={6} id="next-times">
          {hasMore ? t('recurrence.next') : t('recurrence.nextOnly', { count: slots.length })}
        </Hint>
      )}
      <ol className={classes.times} aria-labelledby="next-times">
        {shown.map((slot) => (
          <li key={slot}>
            <Text size="sm" span>
              <Weekday slot={slot} /> {at(slot)}
            </Text>
            <Shift slot={slot} zone={zone} />
          </li>
        ))}
      </ol>
      {hasMore && <Hint size="xs">{t('recurrence.andSoOn')}</Hint>}
    </div>
  );
}

function Weekday({ slot }: { slot: string }) {
  const day = new Date(`${slot.slice(0, 10)}T00:00Z`);
  return new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(day);
}

/** Explains what happens to a time that the clocks skip or repeat that day. */
function Shift({ slot, zone }: { slot: string; zone: string }) {
  const { t } = useTranslation('messages');
  const { instantMs, fit } = resolveWallClock(slot, zone);
  if (fit === 'exact') return null;
  const used = wallClockAt(instantMs, zone).slice(11, 16);
  return <Hint size="xs">{t(`recurrence.${fit}`, { asked: slot.slice(11, 16), used })}</Hint>;
}

type Preview = { fault: SaidText } | { description: string; slots: string[] };

/** @param own start of the series and slot of the edited occurrence, if the rule is the series' own */
function previewOf(text: string, start: string, zone: string, own: string | null): Preview {
  const parsed = readRule(text, (utc) => wallClockAt(Date.parse(utc), zone));
  if (isRuleFault(parsed)) return { fault: parsed.message };
  const [seriesStart, slot] = own?.split(' ') ?? [];
  const { rule } = seriesStart && slot ? restFrom({ start: seriesStart, rule: parsed }, slot) : { rule: parsed };
  return {
    description: formatRule(rule, start),
    slots: firstOccurrences({ start, rule }, MAX_SHOWN + 1),
  };
}
