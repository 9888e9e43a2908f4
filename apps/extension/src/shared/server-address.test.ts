import { expect, test } from 'vitest';
import { permissionFor, readPairingLink } from './server-address.ts';

test('a pairing link consists of a server and a code', () => {
  expect(readPairingLink(' https://switchyard.example.com:8443/#ABCDE-FGHJK ')).toEqual({
    serverUrl: 'https://switchyard.example.com:8443',
    code: 'ABCDE-FGHJK',
  });
  expect(readPairingLink('http://localhost:3000/#ABCDE-FGHJK')?.serverUrl).toBe('http://localhost:3000');
});

test.each([
  'ABCDE-FGHJK',
  'https://switchyard.example.com/',
  'http://switchyard.example.com/#ABCDE-FGHJK',
  'javascript:alert(1)#ABCDE-FGHJK',
])('%s is not a pairing link', (text) => expect(readPairingLink(text)).toBeNull());

test('the browser is asked for permission for that server only', () => {
  expect(permissionFor('https://switchyard.example.com:8443')).toEqual({
    origins: ['https://switchyard.example.com/*'],
  });
});
