import { expect, test } from 'vitest';
import { incomingOf } from './incoming.ts';

const parse = (payload: object) =>
  incomingOf({
    _id: 1,
    kind: 'message',
    payload: { from: '447700900002', id: 'wamid.1', timestamp: '1700000000', ...payload },
  });

test.each<[string, object, object]>([
  ['a text', { type: 'text', text: { body: 'hi' } }, { kind: 'text', text: 'hi' }],
  [
    'an answer',
    { type: 'text', text: { body: 'yes' }, context: { from: '447700900001', id: 'wamid.0' } },
    { kind: 'text', text: 'yes', quotedId: 'wamid.0' },
  ],
  [
    'a document',
    { type: 'document', document: { id: '1', mime_type: 'application/pdf', filename: 'a.pdf', caption: 'read' } },
    { kind: 'media', text: 'read', media: { mimeType: 'application/pdf', fileName: 'a.pdf' } },
  ],
  [
    'a voice message',
    { type: 'audio', audio: { id: '1', mime_type: 'audio/ogg; codecs=opus', voice: true } },
    { kind: 'media', text: '', media: { mimeType: 'audio/ogg; codecs=opus', fileName: null } },
  ],
  [
    'a reaction',
    { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
    { kind: 'reaction', text: '👍', quotedId: 'wamid.0' },
  ],
  ['a reaction taken back', { type: 'reaction', reaction: { message_id: 'wamid.0' } }, { kind: 'reaction', text: '' }],
  [
    'a pressed button',
    { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'a', title: 'Yes' } } },
    { kind: 'text', text: 'Yes' },
  ],
  ["a template's button", { type: 'button', button: { payload: 'p', text: 'Stop' } }, { kind: 'text', text: 'Stop' }],
  ['a place', { type: 'location', location: { latitude: 1, longitude: 2 } }, { kind: 'other', text: '' }],
  [
    'what the Cloud API does not show',
    { type: 'unsupported', errors: [{ code: 131051 }] },
    { kind: 'other', text: '' },
  ],
])('reports %s', (_what, payload, expected) => {
  expect(parse(payload)).toMatchObject({ waMessageId: 'wamid.1', chat: '+447700900002', atMs: 1.7e12, ...expected });
});

test('does not treat a status as a message', () => {
  expect(incomingOf({ _id: 1, kind: 'status', payload: { id: 'wamid.1', status: 'sent' } })).toBeNull();
});
