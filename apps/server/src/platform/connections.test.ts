import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { addressGroup, UnknownConnections } from './connections.ts';

const open = (connections: UnknownConnections, address = '192.0.2.1') => {
  const connection = new PassThrough();
  connections.enter(connection, address);
  return connection;
};

test("closes an address's longest-idle connection beyond the limit, and leaves other addresses alone", () => {
  const connections = new UnknownConnections(2);
  const [first, second, other] = [open(connections), open(connections), open(connections, '192.0.2.2')];
  connections.work(first);
  connections.rest(first);
  const third = open(connections);
  expect([first, second, third, other].map((socket) => socket.destroyed)).toEqual([false, true, false, false]);
});

test('closes an idle connection before one that is being served', () => {
  const connections = new UnknownConnections(2);
  const [answered, idle] = [open(connections), open(connections)];
  connections.work(answered);
  connections.work(idle);
  connections.rest(idle);
  open(connections);
  expect([answered.destroyed, idle.destroyed]).toEqual([false, true]);
  // If all are being served, the oldest is closed.
  const busy = open(connections);
  connections.work(busy);
  expect(answered.destroyed).toBe(false);
});

test('does not count authenticated callers', () => {
  const connections = new UnknownConnections(1);
  const known = open(connections);
  connections.leave(known);
  open(connections);
  expect(known.destroyed).toBe(false);
});

test('has no limit with 0', () => {
  const connections = new UnknownConnections(0);
  const first = open(connections);
  for (let at = 0; at < 50; at += 1) open(connections);
  expect(first.destroyed).toBe(false);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('counts %s as %s', (address, group) => expect(addressGroup(address)).toBe(group));
