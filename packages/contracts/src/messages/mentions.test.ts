import { expect, test } from 'vitest';
import { mentionsOf } from './mentions.ts';

const GROUP = '1203630@g.us';

test.each([
  ['Thanks @447700900001 and @447700900002, @447700900001!', ['+447700900001', '+447700900002']],
  ['(@447700900001)', ['+447700900001']],
  ['@all, @123, ann@447700900001, @447700900001x, @@447700900001', []],
  ['@1234567890123456', []],
])('%s mentions %j in a group, and no one in other chats', (text, people) => {
  expect(mentionsOf(GROUP, text)).toEqual(people);
  expect(mentionsOf('+447700900009', text)).toEqual([]);
});
