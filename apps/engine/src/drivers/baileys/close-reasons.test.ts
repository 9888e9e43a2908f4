import { expect, test } from 'vitest';
import { afterClose } from './close-reasons.ts';

const boom = (statusCode: number, message = 'Stream Errored (conflict)') =>
  Object.assign(new Error(message), { output: { statusCode } });

// WhatsApp ends the stream with the same text for both, and only the code distinguishes them.
test('reports a logout or replacement with the reasons that all drivers share', () => {
  expect(afterClose(boom(401))).toMatchObject({
    action: 'pair',
    reason: 'logged-out',
    detail: 'Stream Errored (conflict)',
  });
  expect(afterClose(boom(440))).toMatchObject({ action: 'replaced', reason: 'replaced' });
});

test("keeps Baileys' text for any other close", () => {
  expect(afterClose(boom(428, 'Connection Terminated'))).toEqual({
    action: 'later',
    code: 428,
    reason: 'Connection Terminated',
    detail: 'Connection Terminated',
  });
  expect(afterClose(undefined)).toMatchObject({ action: 'later', code: null, reason: 'the connection was closed' });
});
