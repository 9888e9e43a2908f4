type LogLevel = 'debug' | 'info' | 'warning' | 'error';

const WORDS: Record<string, LogLevel> = {
  trace: 'debug',
  debug: 'debug',
  dbg: 'debug',
  info: 'info',
  inf: 'info',
  notice: 'info',
  warn: 'warning',
  warning: 'warning',
  wrn: 'warning',
  error: 'error',
  err: 'error',
  fatal: 'error',
  ftl: 'error',
  critical: 'error',
  panic: 'error',
  severe: 'error',
};

/** `"level":"warn"`, `"level":40`, `level=warn`, `severity: ERROR`. */
const FIELD = /\b(?:level|lvl|severity)["']?\s*[:=]\s*["']?([a-z]+|\d{2})\b/i;
/** `[WARN]`, `ERROR:`, `<err>`, at the start or after a time: a separate word, in upper case if undelimited. */
const WORD = /(?:^|[\s[(<|])(?:([A-Z]{3,8})|\[([A-Za-z]{3,8})\]|([A-Za-z]{3,8}):)(?=[\s\])>|:]|$)/;
/** `E1122 13:00:00.123456       1 file.go:12]`, of Kubernetes' own programs. */
const KLOG = /^([IWEF])\d{4} \d\d:\d\d:\d\d/;
const KLOG_LEVELS: Record<string, LogLevel> = { I: 'info', W: 'warning', E: 'error', F: 'error' };
/** A level is at the start; a word further on belongs to the message. */
const SCANNED_CHARACTERS = 120;
const FIELD_SCANNED_CHARACTERS = 2_000;

/** The severity that a log line states; null if none. */
export function logLevel(text: string): LogLevel | null {
  const klog = KLOG.exec(text)?.[1];
  if (klog) return KLOG_LEVELS[klog] ?? null;
  const [, field] = FIELD.exec(text.slice(0, FIELD_SCANNED_CHARACTERS)) ?? [];
  if (field) return /^\d/.test(field) ? levelOfNumber(Number(field)) : (WORDS[field.toLowerCase()] ?? null);
  const [, upper, inBrackets, withColon] = WORD.exec(text.slice(0, SCANNED_CHARACTERS)) ?? [];
  return WORDS[(upper ?? inBrackets ?? withColon ?? '').toLowerCase()] ?? null;
}

/** pino's and bunyan's numeric levels. */
function levelOfNumber(level: number): LogLevel {
  if (level >= 50) return 'error';
  if (level >= 40) return 'warning';
  return level >= 30 ? 'info' : 'debug';
}
