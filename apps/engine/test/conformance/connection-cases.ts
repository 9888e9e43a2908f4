import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { expect } from 'vitest';
import type { ConformanceCase } from './conformance-case.ts';
import { type Life, newMessageId } from './engine.ts';
import { eventually, newNumber, type World } from './world.ts';

/** The driver has no connection of its own that could break, and no code. */
const BY_TOKEN = 'pairing: token';
const texts = (world: World, to: string) => world.arrived(to).map((message) => message.text);

export const pairingCases: ConformanceCase[] = [
  {
    name: 'pairs by QR',
    async run(world) {
      if (world.linksByToken) return BY_TOKEN;
      const life = await world.shared();
      expect(life.engine.phoneNumber).toMatch(/^\+4477\d{8}$/);
      expect(life.qrcode).toBeNull();
      // The person at the browser has scanned the code shown there; nobody else has seen it.
      if (world.linksInBrowser) expect(life.qrcodeLifeMs).toBeNull();
      else expect(life.qrcodeLifeMs).toBeGreaterThanOrEqual(20_000);
      return undefined;
    },
  },
  {
    name: 'pairs by a code typed into the phone',
    async run(world) {
      const life = await world.begin();
      if (world.linksByToken) return BY_TOKEN;
      await eventually(() => expect(life.status()).toBe(world.statusOfCode));
      const number = newNumber();
      const { code, lifeMs } = world.linksInBrowser
        ? { code: (await life.codeInPage(number)) ?? '', lifeMs: undefined }
        : ((await life.pairingCode(number)) ?? { code: '' });
      // A driver that does not know says nothing.
      if (lifeMs !== undefined) expect(lifeMs).toBeGreaterThan(100_000);
      // The code may be known before the network has received it.
      await eventually(async () => expect(await world.network.phones.enterCode(number, code)).not.toBeNull());
      await eventually(() => expect(life.status()).toBe('connected'));
      expect(life.engine.phoneNumber).toBe(number);
      return undefined;
    },
  },
  {
    name: 'links by a token',
    async run(world) {
      if (!world.linksByToken) return `pairing: ${world.capabilities.pairing.join(', ') || 'in the browser'}`;
      const life = await world.shared();
      expect(life.engine.phoneNumber).toMatch(/^\+4477\d{8}$/);
      return undefined;
    },
  },
  {
    name: 'offers what its capabilities list, and nothing else',
    async run(world) {
      const life = await world.begin();
      const { acts, groupChanges, numberCheck, olderMessages, pairing, rating, tells, typing } = world.capabilities;
      expect(life.has).toEqual({
        lookUp: numberCheck,
        pairingCode: pairing.includes('code'),
        fetchFile: tells.includes('files'),
        picture: tells.includes('pictures'),
        groupInfo: tells.includes('groups'),
        changeGroup: groupChanges,
        commonGroups: groupChanges,
        rating,
        act: acts.length > 0,
        typing,
        olderMessages,
      });
      // The facts that the server and the screens use.
      expect(world.capabilities).toEqual(driverFacts(world.driver));
      return undefined;
    },
  },
];

export const connectionCases: ConformanceCase[] = [
  {
    name: 'reconnects by itself, without a new code',
    async run(world) {
      if (world.linksByToken) return BY_TOKEN;
      const life = await world.shared();
      const before = life.statuses.length;
      world.network.phones.disconnect(world.accountOf(life));
      await eventually(() => expect(life.statuses.slice(before)).toContain('disconnected'));
      await eventually(() => expect(life.status()).toBe('connected'));
      expect(life.statuses.slice(before)).not.toContain('qrcode');
      expect(await life.send('still here', { to: newNumber() })).toMatchObject({ kind: 'accepted' });
      return undefined;
    },
  },
  {
    name: 'restarts linked, without a new code',
    async run(world) {
      const first = await world.connected();
      const to = newNumber();
      await first.send('before', { to });
      await first.stop('drain');
      const second = await world.begin(first.engine);
      await eventually(() => expect(second.status()).toBe('connected'));
      expect(second.statuses).not.toContain('qrcode');
      expect(await second.send('after', { to })).toMatchObject({ kind: 'accepted' });
      expect(texts(world, to)).toEqual(['before', 'after']);
      return undefined;
    },
  },
  {
    name: 'after a logout by the phone, is unpaired, shows a new code, and pairs again',
    async run(world) {
      if (world.linksByToken) return BY_TOKEN;
      const life = await world.connected();
      const account = world.accountOf(life);
      await world.network.phones.logOut(account);
      await eventually(() => expect(life.statuses).toContain('unpaired'));
      await world.scan(life, account);
      await eventually(() => expect(life.status()).toBe('connected'));
      expect(await life.send('back', { to: newNumber() })).toMatchObject({ kind: 'accepted' });
      return undefined;
    },
  },
  {
    name: 'logs out itself',
    async run(world) {
      const life = await world.connected();
      await life.logOut();
      await eventually(() => expect(life.status()).toBe(world.linksByToken ? 'unpaired' : world.statusOfCode));
      return undefined;
    },
  },
  {
    name: 'reports a restriction, and sends nothing',
    async run(world) {
      const life = await world.connected();
      const to = newNumber();
      await world.network.phones.restrict(world.accountOf(life), { scope: 'all', untilMs: null });
      const next = expect.stringMatching(/^(hold-lane|later)$/);
      expect(await life.send('not now', { to })).toMatchObject({ kind: 'rejected', next });
      await eventually(() => expect(life.restrictions).not.toEqual([]));
      expect(texts(world, to)).toEqual([]);
      return undefined;
    },
  },
  {
    name: 'does not reconnect when it is replaced',
    async run(world) {
      if (world.linksByToken) return BY_TOKEN;
      const first = await world.connected();
      const second = await world.begin(first.engine);
      await eventually(() => expect(second.status()).toBe('connected'));
      await eventually(() => expect(first.status()).toBe('disconnected'));
      expect(await second.send('mine now', { to: newNumber() })).toMatchObject({ kind: 'accepted' });
      expect(first.status()).toBe('disconnected');
      expect(second.status()).toBe('connected');
      return undefined;
    },
  },
];

export const doubtCases: ConformanceCase[] = [
  {
    name: 'is in doubt after a lost response, and resolves it by the same id',
    async run(world) {
      const life = await world.connected();
      const [id, to] = [newMessageId(), newNumber()];
      // A receipt would be an answer too.
      await world.network.phones.setOffline(to, true);
      world.network.faults.add({ kind: 'lost-reply', account: world.accountOf(life) });
      const page = () => world.network.deliveries.page(to, 10, 0);
      expect(await life.send('doubtful', { id, to })).toMatchObject({ kind: 'in-doubt' });
      const again = await life.send('doubtful', { id, to, inDoubt: true });
      if (world.capabilities.settles === 'none') {
        expect(again).toMatchObject({ kind: 'in-doubt' });
        expect(page()).toMatchObject({ total: 1, attempts: 1, duplicates: 0 });
        return 'settles: none';
      }
      expect(again).toMatchObject({ kind: 'accepted', wireId: id });
      expect(page()).toMatchObject({ total: 1, absorbed: 1, duplicates: 0 });
      return undefined;
    },
  },
  {
    name: 'loses and duplicates nothing when its process is killed between sending and recording',
    async run(world) {
      const first = await world.connected();
      const [id, to] = [newMessageId(), newNumber()];
      await first.send('before', { to });
      world.network.faults.add({ kind: 'lost-reply', account: world.accountOf(first) });
      void first.send('in flight', { id, to }).catch(() => undefined);
      await eventually(() => expect(texts(world, to)).toContain('in flight'));
      await world.crash();
      const second = await world.begin(first.engine);
      await eventually(() => expect(second.status()).toBe('connected'));
      expect(await second.send('in flight', { id, to, inDoubt: true })).toMatchObject({ kind: 'accepted' });
      expect(await second.send('later', { to })).toMatchObject({ kind: 'accepted' });
      expect(texts(world, to)).toEqual(['before', 'in flight', 'later']);
      return undefined;
    },
  },
  {
    name: 'reports messages and receipts again when its process is killed before the server has stored them',
    async run(world) {
      const first = await world.connected();
      const [id, friend, account] = [newMessageId(), newNumber(), world.accountOf(first)];
      first.serverTakes = false;
      await first.send('hello', { id, to: friend });
      await world.network.phones.send(friend, account, { kind: 'text', text: 'do not lose me' });
      const hears = ({ messages, receipts }: Life) =>
        eventually(() => {
          expect(messages.map((message) => message.text)).toContain('do not lose me');
          expect(receipts).toContainEqual(expect.objectContaining({ waMessageId: id, level: 3 }));
        });
      // A driver that reads an inbox gets nothing more before the server stored the first entries.
      if (world.linksByToken) await eventually(() => expect(world.arrived(friend)[0]?.readAt).not.toBeNull());
      else await hears(first);
      await world.crash();
      await hears(await world.begin(first.engine));
      return undefined;
    },
  },
];
