/**
 * The export's columns, in order (spec 002 section 9), each with the camelCase key that an import also accepts as its
 * header.
 */
export const COLUMNS = [
  { key: 'contactName', label: 'Contact Name' },
  { key: 'status', label: 'Status' },
  { key: 'message', label: 'Message' },
  { key: 'dueDate', label: 'Due Date' },
  { key: 'dueTime', label: 'Due Time' },
  { key: 'contactMobile', label: 'Contact Mobile' },
  { key: 'contactFirstName', label: 'Contact First Name' },
  { key: 'contactLastName', label: 'Contact Last Name' },
  { key: 'whatsAppId', label: 'WhatsApp ID' },
  { key: 'campaignId', label: 'Campaign ID' },
  { key: 'retryCount', label: 'Retry Count' },
  { key: 'sendFailureReason', label: 'Send Failure Reason' },
  { key: 'sentWith', label: 'Sent With' },
  { key: 'isRecurring', label: 'Is Recurring' },
  { key: 'verifyContact', label: 'Verify Contact' },
  { key: 'createdAt', label: 'Created At' },
  { key: 'updatedAt', label: 'Updated At' },
] as const;
export type ColumnKey = (typeof COLUMNS)[number]['key'];

/** A text longer than one cell continues in extra columns after the others; an import joins them. */
export type ContinuationKey = `message${number}`;
export const CONTINUATION_KEYS = Array.from({ length: 14 }, (_, index): ContinuationKey => `message${index + 2}`);
export const CONTINUATION_LABELS = CONTINUATION_KEYS.map((_, index) => `Message ${index + 2}`);

/** Appended after the other columns, only in an export with at least one attachment or poll: the type of attachment. */
export const KIND_LABEL = 'Kind';
export const KIND_KEY = 'kind';

/** Recurrence rule of a row. Only imports have it: an export has a row for each message of a series. */
export const RULE_LABEL = 'RRULE';
export const RULE_KEY = 'rrule';

type AnyKey = ColumnKey | ContinuationKey | typeof KIND_KEY | typeof RULE_KEY;

/** Appended to the original columns of failed rows, so that they can be fixed and imported again. Imports ignore it. */
export const REASON_LABEL = 'Reason';

/** Zero-based column in the sheet of each recognised header. */
export type ColumnPlaces = ReadonlyMap<AnyKey, number>;

export interface HeaderReading {
  places: ColumnPlaces;
  /** Headers that an import does not recognise, as written. */
  ignored: string[];
  /** Labels in more than one column; the first column counts. */
  repeated: string[];
}

const keyByHeader = new Map<string, AnyKey>([
  [KIND_KEY, KIND_KEY],
  [RULE_KEY, RULE_KEY],
  ...COLUMNS.flatMap(({ key, label }): [string, ColumnKey][] => [
    [normalized(key), key],
    [normalized(label), key],
  ]),
  ...CONTINUATION_KEYS.map((key): [string, ContinuationKey] => [normalized(key), key]),
]);

/** Label of a column for messages about it. */
export function labelOf(key: ColumnKey): string {
  return COLUMNS.find((column) => column.key === key)?.label ?? key;
}

/** Parses a row as a header: labels or camelCase keys, ignoring case and spacing. */
export function readHeader(texts: readonly (string | undefined)[]): HeaderReading {
  const places = new Map<AnyKey, number>();
  const ignored: string[] = [];
  const repeated: string[] = [];
  texts.forEach((text, index) => {
    if (!text?.trim() || normalized(text) === normalized(REASON_LABEL)) return;
    const key = keyByHeader.get(normalized(text));
    if (!key) ignored.push(text.trim());
    else if (places.has(key)) repeated.push(text.trim());
    else places.set(key, index);
  });
  return { places, ignored, repeated };
}

/** Whether a header has the required columns: the message, and a contact's name or mobile. */
export function isComplete({ places }: HeaderReading): boolean {
  return places.has('message') && (places.has('contactName') || places.has('contactMobile'));
}

/** Export names of missing columns that rows need in order to succeed, or to have a due time. */
export function missingColumns({ places }: HeaderReading): string[] {
  return [
    ...(places.has('message') ? [] : [labelOf('message')]),
    ...(places.has('contactName') || places.has('contactMobile')
      ? []
      : [`${labelOf('contactMobile')} (or ${labelOf('contactName')})`]),
    ...(places.has('dueDate') || places.has('dueTime') ? [] : [labelOf('dueDate')]),
  ];
}

function normalized(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{White_Space}\p{Cf}_-]/gu, '');
}
