import { expect, test } from 'vitest';
import { afterClose } from './close-reasons.ts';

const boom = (statusCode: number, message = 'Stream Errored (conflict)') =>
  Object.assign(new Error(message), { output: { statusCode } });

// WhatsApp ends the stream with the same words for both, and only the code tells them apart.
test('who was logged out, or replaced, is told so in the words that all drivers share', () => {
  expect(afterClose(boom(401))).toMatchObject({
    action: 'pair',
    reason: 'logged-out',
    said: 'Stream Errored (conflict)',
  });
  expect(afterClose(boom(440))).toMatchObject({ action: 'replaced', reason: 'replaced' });
});

test('any other end keeps its own words', () => {
  expect(afterClose(boom(428, 'Connection Terminated'))).toEqual({
    action: 'later',
    code: 428,
    reason: 'Connection Terminated',
    said: 'Connection Terminated',
  });
  expect(afterClose(undefined)).toMatchObject({ action: 'later', code: null, reason: 'the connection was closed' });
});
