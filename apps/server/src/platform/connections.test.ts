import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { addressGroup, UnknownConnections } from './connections.ts';

const open = (connections: UnknownConnections, address = '192.0.2.1') => {
  const connection = new PassThrough();
  connections.enter(connection, address);
  return connection;
};

test('beyond so many of one address the one that was quiet for longest goes, and other addresses keep theirs', () => {
  const connections = new UnknownConnections(2);
  const [first, second, other] = [open(connections), open(connections), open(connections, '192.0.2.2')];
  connections.work(first);
  connections.rest(first);
  const third = open(connections);
  expect([first, second, third, other].map((one) => one.destroyed)).toEqual([false, true, false, false]);
});

test('one that is being answered stays before one that is idle', () => {
  const connections = new UnknownConnections(2);
  const [answered, idle] = [open(connections), open(connections)];
  connections.work(answered);
  connections.work(idle);
  connections.rest(idle);
  open(connections);
  expect([answered.destroyed, idle.destroyed]).toEqual([false, true]);
  // When all are being answered the oldest goes.
  const busy = open(connections);
  connections.work(busy);
  expect(answered.destroyed).toBe(false);
});

test('whoever is known does not count', () => {
  const connections = new UnknownConnections(1);
  const known = open(connections);
  connections.leave(known);
  open(connections);
  expect(known.destroyed).toBe(false);
});

test('0 is no limit', () => {
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
])('%s counts as %s', (address, group) => expect(addressGroup(address)).toBe(group));
