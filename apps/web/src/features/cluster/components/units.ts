import { BYTES_PER_GI, BYTES_PER_MI } from '@switchyard/cluster-rules/usage';

const BYTES_PER_TI = 1024 * BYTES_PER_GI;

/** `43.2 Ti`, `1.2 Gi`, `640 Mi`, `12 Ki`, in steps of 1024. */
export function formatBinarySize(bytes: number): string {
  if (Math.abs(bytes) >= BYTES_PER_TI) return `${(bytes / BYTES_PER_TI).toFixed(1)} Ti`;
  if (Math.abs(bytes) >= BYTES_PER_GI) return `${(bytes / BYTES_PER_GI).toFixed(1)} Gi`;
  if (Math.abs(bytes) >= BYTES_PER_MI) return `${Math.round(bytes / BYTES_PER_MI)} Mi`;
  return `${Math.round(bytes / 1024)} Ki`;
}

/** `250m` below a core, else `1.5`. */
export function formatCpu(millicores: number): string {
  return millicores < 1000 ? `${Math.round(millicores)}m` : (millicores / 1000).toFixed(1);
}

/** `0:09`, `4:59`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `3 s`, `2 min`, `5 h`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
