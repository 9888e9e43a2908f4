import { humanDuration } from '@switchyard/kubernetes/duration';
import { useNow } from '../../../components/relative-time.tsx';

/** How long something has been there, as kubectl writes it; the moment on hover. 0: not known. */
export function Age({ createdAtMs }: { createdAtMs: number }) {
  const now = useNow();
  if (createdAtMs <= 0) return '–';
  const created = new Date(createdAtMs);
  return (
    <time dateTime={created.toISOString()} title={created.toLocaleString()}>
      {humanDuration(Math.max(0, now.getTime() - createdAtMs))}
    </time>
  );
}
