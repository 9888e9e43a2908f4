/** A calendar entry, on a day or at a moment. */
export interface CalendarEntry {
  /** Stays the same when the entry changes. */
  uid: string;
  summary: string;
  description?: string;
  url?: string;
  changedAt: Date;
  on: { day: string } | { at: Date };
}

/** Maximum length of a line without its end, in octets (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75;

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // Other control characters are not allowed in a text.
    .replace(/\p{Cc}/gu, '');

/** Folds a long line into lines that start with a space, never within a character. */
function foldLine(line: string): string {
  const lines: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_LINE_OCTETS) {
      lines.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...lines, piece].join('\r\n');
}

/** Formats such as 20261201T080000Z. */
const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const compact = (day: string): string => day.replaceAll('-', '');

function linesOf({ uid, summary, description, url, changedAt, on }: CalendarEntry): string[] {
  const when =
    'day' in on
      ? [`DTSTART;VALUE=DATE:${compact(on.day)}`, `DTEND;VALUE=DATE:${compact(dayAfter(on.day))}`, 'TRANSP:TRANSPARENT']
      : [`DTSTART:${utc(on.at)}`];
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    ...when,
    `SUMMARY:${escapeText(summary)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    'END:VEVENT',
  ];
}

/** Writes a calendar in the format of RFC 5545. */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Switchyard//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}
