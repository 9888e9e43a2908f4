import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import type { Driver, DriverEvent, SendRequest } from '../driver.ts';
import { simulatorDriver } from './simulator-driver.ts';

const ACCOUNT = '+447700900001';
const FRIEND = '+447700900002';
const pixels = new TextEncoder().encode('pixels');
let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
let driver: Driver;
let events: DriverEvent[];
const file = vi.fn<(fileId: string) => Promise<Uint8Array>>();

beforeEach(async () => {
  network = new SimulatedNetwork({ directory: null });
  face = await listen(network, { port: 0 });
  events = [];
  file.mockReset();
  file.mockResolvedValue(pixels);
  driver = simulatorDriver({ url: face.url, answerTimeoutMs: 5_000 })({
    engineId: 'engine',
    phoneNumber: ACCOUNT,
    credentials: { read: async () => new Map(), write: async () => undefined },
    content: async () => null,
    file,
    preview: async () => null,
    inbox: async () => ({ entries: [], more: false }),
    nowMs: Date.now,
    emit: (event) => void events.push(event),
    log: createLog('silent'),
  });
  await driver.start();
  await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ status: 'connected' })));
});
afterEach(async () => {
  await driver.stop('kill');
  await face.close();
  network.close();
});

const image = (waMessageId: string): SendRequest => ({
  waMessageId,
  to: FRIEND,
  body: { kind: 'media', text: '', media: 'image', fileId: 'f', mimeType: 'image/png', fileName: 'a.png', bytes: 6 },
  inDoubt: false,
});

test('fetches and uploads a file once for all messages that use it', async () => {
  const outcomes = await Promise.all(['A', 'B', 'C'].map((id) => driver.send(image(id))));
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(file).toHaveBeenCalledTimes(1);
});

test('uploads a file again that the network has lost', async () => {
  await driver.send(image('A'));
  vi.spyOn(network.files, 'has').mockReturnValueOnce(false);
  expect(await driver.send(image('B'))).toMatchObject({ kind: 'accepted' });
  expect(file).toHaveBeenCalledTimes(2);
});

test('lets a message wait for its file, and sends it when the file is available', async () => {
  file.mockRejectedValueOnce(new Error('the server is away'));
  expect(await driver.send(image('A'))).toMatchObject({ code: 'file-unavailable', next: 'later' });
  expect(network.deliveries.totals().messages).toBe(0);
  expect(await driver.send(image('A'))).toMatchObject({ kind: 'accepted' });
});
