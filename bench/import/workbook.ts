import { utils, write } from '@e965/xlsx';

const HEADER = [
  ...['Contact Name', 'Status', 'Message', 'Due Date', 'Due Time', 'Contact Mobile', 'Contact First Name'],
  ...['Contact Last Name', 'WhatsApp ID', 'Campaign ID', 'Retry Count', 'Send Failure Reason', 'Sent With'],
  ...['Is Recurring', 'Verify Contact'],
];
const NAMES = ['Łukasz Nowak', 'יוסי כהן', 'Emma Müller', '李雷', 'محمد علي', 'Ana Souza', 'Zoë Quinn', 'Priya Nair'];
/** 2031-01-01 as an Excel serial date. */
const FIRST_DAY = 47_849;

/**
 * Creates an .xlsx like those of real users: texts in several scripts, date cells, times as text, distinct messages.
 */
export function makeWorkbook(rows: number): Buffer {
  const data = Array.from({ length: rows }, (_, at) => {
    const name = NAMES[at % NAMES.length] ?? '';
    const [first, last] = name.split(' ');
    return [
      ...[name, 'pending', `Hi ${name}, invoice #${at + 1} is ready 📄 <b>not html</b> & "quotes"`],
      { t: 'n', v: FIRST_DAY + (at % 300), z: 'yyyy-mm-dd' },
      `${String(at % 24).padStart(2, '0')}:${String((at * 5) % 60).padStart(2, '0')}`,
      ...[`+44770${String(1_000_000 + (at % 900_000))}`, first, last, '', `campaign-${at % 40}`, 0, '', 'whatsapp'],
      ...[at % 3 ? 'No' : 'Yes', at % 2 ? 'Yes' : 'No'],
    ];
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADER, ...data], { dense: true }), 'Messages');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}
