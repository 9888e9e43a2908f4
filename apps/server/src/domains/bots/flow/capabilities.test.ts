import { text } from '@switchyard/contracts/text/text';
import { expect, test } from 'vitest';
import { flowOf, onAny, say } from '../../../../test/bot-rig.ts';
import { capabilityNotes } from './capabilities.ts';

const fileId = '01920000-0000-7000-8000-00000000c0de';
const flow = flowOf([
  onAny,
  { ...say('choose', 'Which?'), options: ['Red', 'Blue'] },
  { id: 'pick', kind: 'ask', text: 'Which?', answer: 'choice', options: ['Red', 'Blue'] },
  { ...say('list', 'Our prices'), attachment: { fileId } },
  { id: 'photo', kind: 'ask', text: 'A photo?', answer: 'file' },
]);

test('returns no notes for a driver that can send everything', () => {
  expect(capabilityNotes(flow, ['simulator', 'baileys', 'wa-js'])).toEqual([]);
});

test('lists per node what a driver cannot send and its replacement, once for several engines', () => {
  const driver = 'Business Cloud API';
  const message = text('driverNoPolls');
  expect(capabilityNotes(flow, ['cloud-api', 'simulator', 'cloud-api'])).toEqual([
    { nodeId: 'choose', driver, message },
    { nodeId: 'pick', driver, message },
  ]);
});

test('assumes that an unknown driver can only send text', () => {
  expect(capabilityNotes(flow, ['other']).map(({ nodeId, message }) => [nodeId, message])).toEqual([
    ['choose', text('driverNoPolls')],
    ['pick', text('driverNoPolls')],
    ['list', text('driverNoFiles')],
    ['photo', text('driverReadsNoFiles')],
  ]);
});
