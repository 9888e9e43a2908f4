import { describe, expect, it } from 'vitest';
import { composeFaults, formField, newValues, payloadOf } from './compose-values.ts';
import { pollDraftOf } from './poll-draft.ts';

const values = { ...newValues(0, 'Europe/London', '2027-03-01T09:30:00'), message: 'Hi' };

describe('the submitted payload', () => {
  it('holds a number if one was typed, otherwise a contact’s name', () => {
    expect(payloadOf({ ...values, to: '+44 7700 900123' })).toMatchObject({
      contactList: [{ mobile: '+44 7700 900123' }],
    });
    expect(payloadOf({ ...values, to: 'Ada' })).toMatchObject({ contactName: 'Ada', contactList: [] });
    expect(payloadOf({ ...values, to: 'Ada', pickedMobile: '+447700900123' })).toMatchObject({
      contactName: 'Ada',
      contactList: [{ mobile: '+447700900123', name: 'Ada' }],
    });
  });

  it('holds wall-clock time in its zone, and a past one only by choice', () => {
    expect(payloadOf({ ...values, to: 'Ada' })).toMatchObject({
      dueDate: '2027-03-01T09:30',
      zone: 'Europe/London',
      pastDue: 'refuse',
    });
    expect(payloadOf({ ...values, to: 'Ada', sendNow: true }).dueDate).toBe('now');
  });
});

const file = { fileId: 'f', media: 'image', mimeType: 'image/png', fileName: 'a.png', bytes: 8 } as const;

it('requires a poll question, allows a file without text, and forbids text with audio', () => {
  const to = { to: 'Ada' };
  expect(composeFaults({ ...values, ...to, message: '', file })).toEqual({});
  expect(payloadOf({ ...values, ...to, file })).toMatchObject({ attachment: { fileId: 'f' }, poll: null });
  expect(composeFaults({ ...values, ...to, file: { ...file, media: 'audio' } })).toEqual({ message: 'audioHasNoText' });
  const poll = pollDraftOf({ options: ['Tea', 'Tea'], selectable: 0 });
  expect(composeFaults({ ...values, ...to, message: ' ', poll })).toEqual({
    message: 'questionMissing',
    'poll.options.1.text': 'optionRepeated',
  });
  expect(payloadOf({ ...values, ...to, poll })).toMatchObject({ attachment: null, poll: { options: ['Tea', 'Tea'] } });
});

it('maps errors to their fields', () => {
  expect(composeFaults({ ...values, message: '  ', date: '' })).toEqual({
    to: 'contactMissing',
    message: 'messageMissing',
    date: 'dateMissing',
  });
  expect(composeFaults({ ...values, to: 'Ada', message: 'x'.repeat(65_536) })).toEqual({ message: 'messageTooLong' });
  expect(
    ['attachment', 'attachment.fileId', 'poll.options.3', 'poll.options', 'poll.selectable'].map((field) =>
      formField(field),
    ),
  ).toEqual([...['attachment', 'attachment', 'poll.options.3.text', 'poll', 'poll']]);
  expect(
    ['contactList.0.mobile', 'contactName', 'dueDate', 'message', 'zone', 'engineId', 'status'].map((field) =>
      formField(field),
    ),
  ).toEqual([...['to', 'to', 'date', 'message', 'zone', 'engineId', undefined]]);
});
