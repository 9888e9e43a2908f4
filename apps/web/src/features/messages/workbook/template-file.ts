import { writeWorkbook } from '../../../lib/workbook/write-workbook.ts';
import { COLUMNS } from './columns.ts';
import { EXPORT_SHEET } from './export-file.ts';
import { EXAMPLE_SHEET } from './template-name.ts';

/** The server sets Created At and Updated At; every other column can be filled in. */
const columns = COLUMNS.filter(({ key }) => key !== 'createdAt' && key !== 'updatedAt');

const notes = (exampleNumber: string): readonly (readonly [string, string])[] => [
  ['Column', 'What to write'],
  ['Message', 'The text. Required.'],
  ['Contact Name', 'The name of one of your contacts. Required unless Contact Mobile is given.'],
  ['Contact Mobile', `A number such as ${exampleNumber}. Format the column as text so that no digit is lost.`],
  [
    'Due Date',
    'A date cell or text such as 2026-12-31 or 2026-12-31 14:30. Without a date the message is due at once.',
  ],
  ['Due Time', 'A time of day such as 14:30, added to a Due Date that has none.'],
  ['Status', 'Leave empty or write pending. Rows with sent, failed or cancelled are recorded and never sent.'],
  ['Verify Contact, Is Recurring', 'Yes or No; empty means No.'],
  [
    'RRULE',
    'An optional column: how the row recurs from its due date, such as FREQ=WEEKLY;BYDAY=MO or FREQ=MONTHLY;BYDAY=-1FR;COUNT=12.',
  ],
  ['Retry Count', 'A whole number; empty means 0.'],
  ['Sent With', 'Empty means whatsapp.'],
  ['Other columns', 'Optional.'],
];

const examples = (contactMobile: string): readonly Readonly<Record<string, string>>[] => [
  {
    contactName: 'Ada Example',
    message: 'Hello Ada, your appointment is tomorrow at 10:00.',
    dueDate: '2027-01-15',
    dueTime: '09:30',
    contactMobile,
    isRecurring: 'No',
    verifyContact: 'Yes',
  },
  { contactMobile, message: 'Your order has arrived.', dueDate: '2027-01-15 14:00' },
];

/** The import template: an empty sheet to fill in, plus sheets of examples and notes that imports ignore. */
export function writeTemplate(exampleNumber: string): Uint8Array<ArrayBuffer> {
  const labels = columns.map(({ label }) => label);
  const widths = labels.map((label) => Math.max(14, label.length + 2));
  const exampleRows = examples(exampleNumber).map((example) => columns.map(({ key }) => example[key]));
  return writeWorkbook(
    [
      { name: EXPORT_SHEET, rows: [labels], widths },
      { name: EXAMPLE_SHEET, rows: [labels, ...exampleRows], widths },
      { name: 'Notes', rows: notes(exampleNumber), widths: [28, 100] },
    ],
    'Import of scheduled messages',
  );
}
