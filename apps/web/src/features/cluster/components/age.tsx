import { humanDuration } from '@switchyard/kubernetes/duration';
import { useNow } from '../../../components/relative-time.tsx';
import { browserZone, formatExact } from '../../../lib/format/dates.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';

/** Age of an object in kubectl's format; the exact time on hover. 0: unknown. */
export function Age({ createdAtMs }: { createdAtMs: number }) {
  const now = useNow();
  const zone = useZone();
  if (createdAtMs <= 0) return '–';
  const created = new Date(createdAtMs);
  return (
    <time dateTime={created.toISOString()} title={formatExact(created, zone, zone !== browserZone())}>
      {humanDuration(Math.max(0, now.getTime() - createdAtMs))}
    </time>
  );
}
