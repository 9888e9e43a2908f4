import { expect, it } from 'vitest';
import { requestHeaders, socketId } from './request-headers.ts';

it('names only the tab on an ordinary screen', () => {
  expect(requestHeaders('')).toEqual({ 'x-socket-id': socketId });
  expect(socketId).toMatch(/^[0-9a-f]{32}$/);
});

it('names the supported user and workspace from the address', () => {
  expect(requestHeaders('?supportedUserId=u-1&workspaceId=w-1')).toMatchObject({
    'x-supported-user-id': 'u-1',
    'x-supported-workspace-id': 'w-1',
  });
});

it('names no workspace without a user', () => {
  expect(requestHeaders('?workspaceId=w-1')).toEqual({ 'x-socket-id': socketId });
});

it('strips the quotes that the router puts around digits', () => {
  expect(requestHeaders('?supportedUserId=%22123%22')).toMatchObject({ 'x-supported-user-id': '123' });
});
