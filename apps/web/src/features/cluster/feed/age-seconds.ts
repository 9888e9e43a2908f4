const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, y: 31_536_000 };

/** `2d4h` in seconds; 0 for `?d`. */
export function ageSeconds(age: string): number {
  let seconds = 0;
  for (const [, count, unit] of age.matchAll(/(\d+)([smhdy])/g)) seconds += Number(count) * (SECONDS[unit ?? ''] ?? 0);
  return seconds;
}
