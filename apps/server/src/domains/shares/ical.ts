/** An entry of a calendar: on a day, or at a moment. */
export interface CalendarEntry {
  /** Stays the same while the entry changes. */
  uid: string;
  summary: string;
  description?: string;
  url?: string;
  changedAt: Date;
  on: { day: string } | { at: Date };
}

/** Of a line without its end, in octets (RFC 5545, 3.1). */
const MAX_LINE = 75;

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // No other control character may stand in a text.
    .replace(/\p{Cc}/gu, '');

/** Goes on in further lines that begin with a space, never within a character. */
function folded(line: string): string {
  const lines: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_LINE) {
      lines.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...lines, piece].join('\r\n');
}

/** Such as 20261201T080000Z. */
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
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    ...when,
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    'END:VEVENT',
  ];
}

/** A calendar as RFC 5545 has it. */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Switchyard//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
