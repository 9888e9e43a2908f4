const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An age as kubectl writes it (apimachinery `duration.HumanDuration`): `45s`, `3m12s`, `5h30m`, `2d4h`, `12d`, `1y40d`; null when unknown. */
export function kubernetesAge(sinceMs: number, nowMs: number): string | null {
  if (sinceMs <= 0) return null;
  const age = Math.max(0, nowMs - sinceMs);
  const seconds = Math.floor(age / SECOND);
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(age / MINUTE);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(age / HOUR);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(age / DAY);
  if (hours < 192) return two(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return years < 8 ? two(years, 'y', days % 365, 'd') : `${years}y`;
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}
