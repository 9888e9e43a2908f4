import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openMqtt } from './open-mqtt.ts';

/** The broker's side of a connection. */
class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = FakeSocket.OPEN;
  readonly sent: number[][] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: ArrayBuffer }) => void = () => undefined;
  onclose: () => void = () => undefined;
  readonly url: string;
  readonly protocol: string;
  constructor(url: string, protocol: string) {
    this.url = url;
    this.protocol = protocol;
    FakeSocket.last = this;
  }
  send(bytes: Uint8Array) {
    this.sent.push([...bytes]);
  }
  close() {
    this.readyState = 3;
  }
  arrive(...bytes: number[]) {
    this.onmessage({ data: Uint8Array.from(bytes).buffer });
  }
}

const ticket = { url: '/mqtt', clientId: 'tab', username: 'me', password: 'key', topics: ['w/1', 'u/2'] };
const bytesOf = (text: string) => [0, text.length, ...new TextEncoder().encode(text)];
const received: string[] = [];
const open = () =>
  openMqtt(ticket, {
    open: () => received.push('open'),
    message: (text) => received.push(text),
    closed: () => received.push('closed'),
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {
    location: { href: 'https://switchyard.example/calendar' },
    setTimeout,
    clearTimeout,
  });
  vi.stubGlobal('WebSocket', FakeSocket);
  received.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('signs in with its ticket, subscribes, and receives messages however they are fragmented', () => {
  open();
  const socket = FakeSocket.last;
  expect([socket.url, socket.protocol]).toEqual(['wss://switchyard.example/mqtt', 'mqtt']);
  socket.onopen();
  const [connect] = socket.sent;
  expect(connect).toEqual([
    0x10,
    24,
    ...bytesOf('MQTT'),
    4,
    0xc2,
    0,
    30,
    ...bytesOf('tab'),
    ...bytesOf('me'),
    ...bytesOf('key'),
  ]);
  socket.arrive(0x20, 2, 0, 0);
  expect(socket.sent[1]).toEqual([0x82, 14, 0, 1, ...bytesOf('w/1'), 0, ...bytesOf('u/2'), 0]);
  expect(received).toEqual([]);
  socket.arrive(0x90, 4, 0, 1, 0, 0);
  expect(received).toEqual(['open']);

  // A long message in three parts, the last of which includes the start of another.
  const long = 'ü'.repeat(100);
  const body = [...bytesOf('w/1'), ...new TextEncoder().encode(long)];
  const packet = [0x30, (body.length % 128) | 0x80, Math.floor(body.length / 128), ...body];
  socket.arrive(...packet.slice(0, 2));
  socket.arrive(...packet.slice(2, 60));
  expect(received).toEqual(['open']);
  socket.arrive(...packet.slice(60), 0x30, 7, ...bytesOf('u/2'), 111, 107);
  expect(received).toEqual(['open', long, 'ok']);
});

it('ends once when a topic or the ticket is refused, or nothing answers in time', () => {
  open();
  FakeSocket.last.onopen();
  FakeSocket.last.arrive(0x20, 2, 0, 0);
  FakeSocket.last.arrive(0x90, 4, 0, 1, 0, 0x80);
  FakeSocket.last.onclose();
  expect(received).toEqual(['closed']);

  open();
  FakeSocket.last.onopen();
  FakeSocket.last.arrive(0x20, 2, 0, 5);
  expect(received).toEqual(['closed', 'closed']);

  open();
  vi.advanceTimersByTime(10_000);
  expect(received).toEqual(['closed', 'closed', 'closed']);
});

it('pings the broker every 30 s, and ends when it does not answer', () => {
  const { end } = open();
  const socket = FakeSocket.last;
  socket.onopen();
  socket.arrive(0x20, 2, 0, 0, 0x90, 4, 0, 1, 0, 0);
  vi.advanceTimersByTime(30_000);
  expect(socket.sent.at(-1)).toEqual([0xc0, 0]);
  socket.arrive(0xd0, 0);
  vi.advanceTimersByTime(30_000);
  expect(received).toEqual(['open']);
  vi.advanceTimersByTime(30_000);
  expect(received).toEqual(['open', 'closed']);
  end();
  expect(received).toEqual(['open', 'closed']);
});
