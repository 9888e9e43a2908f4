import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineCommand } from '@switchyard/contracts/engine/commands';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standInDriver } from '../test/stand-in-driver.ts';
import { runCommand } from './commands.ts';
import { connectToServer, type EngineServer } from './connection/server-client.ts';
import type { Driver, DriverContext } from './drivers/driver.ts';
import type { Lane } from './lane/lane.ts';

const posted: { url: string; type: string | undefined; bytes: Buffer }[] = [];
const http = createServer(async (request, response) => {
  const bytes = await bytesOf(request);
  posted.push({ url: request.url ?? '', type: request.headers['content-type'], bytes });
  const isFull = request.url?.includes('name=full');
  const answer = isFull ? { code: 'STORAGE_FULL', message: 'There is no room.' } : { fileId: 'kept' };
  response.writeHead(isFull ? 413 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
let server: EngineServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server = connectToServer(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, 'token');
});
afterAll(() => {
  server.close();
  http.close();
});

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function laneWith(own: Partial<Driver>): Lane {
  const context = { emit: () => undefined } as unknown as DriverContext;
  const driver = standInDriver(context, { send: async () => ({ kind: 'in-doubt', cause: '' }), ...own });
  return { driver, generation: 7, status: 'connected' } as unknown as Lane;
}

const fetchFile = (fileName: string | null): EngineCommand => ({
  id: 'c1',
  name: 'fetch-file',
  chat: '+447700900001',
  waMessageId: 'm1',
  source: 'where it lies',
  mimeType: 'image/png',
  fileName,
});
const png = (bytes: Uint8Array) => async () => ({ bytes, mimeType: 'image/png' });

test('uploads a file to the server under the name of the command', async () => {
  const content = Buffer.from('pixels');
  const answer = await runCommand(laneWith({ fetchFile: png(content) }), server, fetchFile('a b.png'));
  expect(answer).toEqual({ fileId: 'kept' });
  const url = '/engine/fetched-file?generation=7&commandId=c1&name=a+b.png';
  expect(posted.at(-1)).toEqual({ url, type: 'image/png', bytes: content });
});

test('refuses with the server’s text when the server has no room for the file', async () => {
  const answer = runCommand(laneWith({ fetchFile: png(Buffer.from('pixels')) }), server, fetchFile('full'));
  await expect(answer).rejects.toThrow('There is no room.');
});

test('does not send a file that is too large', async () => {
  const before = posted.length;
  const answer = runCommand(laneWith({ fetchFile: png(new Uint8Array(MAX_FILE_BYTES + 1)) }), server, fetchFile(null));
  await expect(answer).rejects.toThrow('larger');
  expect(posted).toHaveLength(before);
});

test('reports a missing picture as an answer, not a fault', async () => {
  const command: EngineCommand = { id: 'c2', name: 'picture', chat: '+447700900001' };
  expect(await runCommand(laneWith({ picture: async () => null }), server, command)).toEqual({ fileId: null });
});

test('explains what the driver cannot do', async () => {
  await expect(runCommand(laneWith({}), server, fetchFile(null))).rejects.toThrow('cannot fetch incoming files');
  const command: EngineCommand = { id: 'c3', name: 'group-info', chat: '1@g.us' };
  await expect(runCommand(laneWith({}), server, command)).rejects.toThrow('cannot read groups');
});

test('reports the first members of a very large group, and its size', async () => {
  const members = Array.from({ length: 4_000 }, (_, at) => ({ number: `+4477009${10_000 + at}`, isAdmin: false }));
  const command: EngineCommand = { id: 'c4', name: 'group-info', chat: '1@g.us' };
  const groupInfo = async () => ({ subject: 'Town', description: null, members });
  const info = await runCommand(laneWith({ groupInfo }), server, command);
  expect(info).toEqual({ subject: 'Town', description: null, size: 4_000, members: members.slice(0, 1_000) });
  // Maximum of a broker's message.
  expect(JSON.stringify(info).length).toBeLessThan(64 * 1_024);
});
