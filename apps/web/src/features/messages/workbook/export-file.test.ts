import { read, utils } from '@e965/xlsx';
import type { Message } from '@switchyard/contracts/messages/message';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMessage } from '../test-messages.ts';
import { resolveWallClock } from '../zones/wall-clock.ts';
import { writeExport } from './export-file.ts';
import { exportFileName } from './export-name.ts';
import { ImportFile } from './import-file.ts';
import { writeTemplate } from './template-file.ts';
import { asRead, inWords } from './test-workbooks.ts';

const HEADER =
  'Contact Name, Status, Message, Due Date, Due Time, Contact Mobile, Contact First Name, Contact Last Name, WhatsApp ID, ' +
  'Campaign ID, Retry Count, Send Failure Reason, Sent With, Is Recurring, Verify Contact, Created At, Updated At';

const zone = 'Europe/London';
const message = (more: Partial<Message> = {}): Message =>
  aMessage({
    contactName: 'Ada',
    contactList: [{ mobile: '+447700900123', name: 'Ada', firstName: 'Ada', lastName: 'L', id: '447700900123@c.us' }],
    status: 'sent',
    ack: 1,
    message: 'Hello',
    dueDate: '2027-01-15T09:30:00Z',
    dueLocal: '2027-01-15T09:30',
    dueTime: '09:30',
    zone,
    retryCount: 2,
    campaignId: '12345678901234567',
    isRecurring: true,
    createdAt: '2026-11-20T19:30:00.000Z',
    updatedAt: '2026-11-20T19:30:00.000Z',
    ...more,
  });

async function importAgain(messages: Message[]) {
  const file = await ImportFile.open(writeExport(messages, zone), 'export.xlsx');
  const preview = file.read({ order: 'refuse', zone, nowMs: Date.parse('2026-11-20T12:00:00Z'), exampleNumber: '' });
  return { preview, rows: asRead(file.candidates(0, messages.length)).map((row) => row.message) };
}

describe('an export', () => {
  it('has the sheet and columns of the specification, in order', () => {
    const book = read(writeExport([message()], zone));
    expect(book.SheetNames).toEqual(['Messages']);
    const [header] = utils.sheet_to_json<string[]>(book.Sheets.Messages ?? {}, { header: 1 });
    expect(header?.join(', ')).toBe(HEADER);
  });

  it('adds the attachment column only when needed, and such rows are not imported as text', async () => {
    const file = { fileId: message()._id, media: 'image', mimeType: 'image/png', fileName: 'a.png', bytes: 8 } as const;
    const poll = { options: ['Tea', 'Coffee'], selectable: 1 };
    const mixed = [
      message(),
      message({ kind: 'media', message: '', attachment: file }),
      message({ kind: 'poll', poll, message: 'x'.repeat(40_000) }),
    ];
    const [header, ...rows] = utils.sheet_to_json<string[]>(read(writeExport(mixed, zone)).Sheets.Messages ?? {}, {
      header: 1,
    });
    expect(header?.join(', ')).toBe(`${HEADER}, Message 2, Kind`);
    expect(rows.map((row) => row.at(-1))).toEqual(['text', 'image', 'poll']);
    const imported = await importAgain(mixed);
    expect(imported.preview.validRows).toBe(1);
    expect(inWords(imported.preview.faults).map((fault) => fault.reason)).toEqual([
      'Kind “image” cannot be imported; only text messages can',
      'Kind “poll” cannot be imported; only text messages can',
    ]);
  });

  it('is named after its moment', () => {
    expect(exportFileName(new Date('2026-11-20T19:30:00Z'))).toBe('user-messages-export-2026-11-20T19-30-00.xlsx');
  });

  it('comes back through an import, where sent messages stay sent', async () => {
    const { rows, preview } = await importAgain([
      message(),
      message({ status: 'pending' }),
      message({ status: 'failed' }),
    ]);
    expect(rows.map(({ status }) => status)).toEqual(['sent', 'pending', 'failed']);
    expect(preview.recordedOnly).toBe(2);
    expect(rows[0]).toEqual({
      message: 'Hello',
      contactName: 'Ada',
      dueDate: '2027-01-15T09:30:00',
      status: 'sent',
      contactList: [{ mobile: '+447700900123', name: 'Ada', firstName: 'Ada', lastName: 'L', id: '447700900123@c.us' }],
      verifyContact: false,
      isRecurring: true,
      sentWith: 'whatsapp',
      retryCount: 2,
      campaignId: '12345678901234567',
    });
  });

  it('does not resend messages that may be in flight', async () => {
    const { preview } = await importAgain([message({ status: 'sending' }), message({ status: 'unknown' })]);
    expect(preview).toMatchObject({ validRows: 0, faultyRows: 2 });
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://example.com","x")', '\t=1', "'quoted"])(
    'keeps %j as text, not as a formula',
    async (text) => {
      const cell = read(writeExport([message({ message: text })], zone), { cellNF: true }).Sheets.Messages?.C2;
      expect(cell).toMatchObject({ t: 's', v: text, z: '@' });
      expect(cell?.f).toBeUndefined();
      expect((await importAgain([message({ message: text })])).rows[0]?.message).toBe(text);
    },
  );

  it('keeps unusual texts and texts longer than a cell', async () => {
    const texts = fc.sample(
      fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
      150,
    );
    const all = [...texts, '😀'.repeat(32_767), 'a'.repeat(65_535), 'x\r'.repeat(32_000), 'line\nbreak\u0001\u000b'];
    const { rows } = await importAgain(all.map((text) => message({ message: text })));
    expect(rows.findIndex((row, index) => row.message !== all[index])).toBe(-1);
  });

  it('keeps every due time to the second, including the hour that repeats', async () => {
    const moments = fc.sample(fc.integer({ min: 946_771_200, max: 4_000_000_000 }), 300).map((second) => second * 1000);
    moments.push(Date.parse('2027-10-31T00:30:00Z'), Date.parse('2027-10-31T01:30:00Z'));
    const { rows } = await importAgain(moments.map((at) => message({ dueDate: new Date(at).toISOString() })));
    const back = rows.map(({ dueDate = '' }) =>
      dueDate.endsWith('Z') ? Date.parse(dueDate) : resolveWallClock(dueDate, zone).instantMs,
    );
    expect(back).toEqual(moments);
  });
});

describe('the template', () => {
  it('has a first sheet to fill in, and examples that an import does not send', async () => {
    const book = read(writeTemplate('+447700900123'));
    expect(book.SheetNames).toEqual(['Messages', 'Example', 'Notes']);
    const sheet = book.Sheets.Messages ?? {};
    expect(utils.sheet_to_json(sheet)).toEqual([]);
    await expect(ImportFile.open(writeTemplate('+447700900123'), 'template.xlsx')).rejects.toThrow(
      'the sheet “Messages” has a header but no rows',
    );
  });
});
