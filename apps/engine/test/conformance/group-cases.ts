import { expect } from 'vitest';
import { type ConformanceCase, withoutFeature } from './conformance-case.ts';
import { heardFrom, PICTURE } from './message-cases.ts';
import { eventually, newNumber } from './world.ts';

export const groupCases: ConformanceCase[] = [
  {
    name: 'rejects messages to groups with a reason, or reports its groups',
    async run(world) {
      const life = await world.shared();
      const { phones } = world.network;
      const [friend, account] = [newNumber(), world.accountOf(life)];
      const group = phones.createGroup(friend, 'Allotment', [account]);
      const unsupported = withoutFeature(world.capabilities, 'groups');
      if (unsupported !== undefined) {
        expect(await life.send('hello', { to: group.id })).toMatchObject({ kind: 'rejected', next: 'never' });
        expect(world.arrived(group.id)).toEqual([]);
        expect(life.chats.size).toBe(0);
        return unsupported;
      }
      const untilChat = (facts: object) => eventually(() => expect(life.chats.get(group.id)).toMatchObject(facts));
      await untilChat({ subject: 'Allotment', size: 2, mayWrite: true, isLeft: false });
      phones.changeGroup(friend, group.id, { subject: 'Allotments' });
      await untilChat({ subject: 'Allotments' });
      phones.changeGroup(friend, group.id, { add: [newNumber()] });
      await untilChat({ size: 3 });
      phones.changeGroup(friend, group.id, { isAnnouncement: true });
      await untilChat({ mayWrite: false });
      phones.changeGroup(friend, group.id, { remove: [account] });
      await untilChat({ isLeft: true, mayWrite: false });
      return undefined;
    },
  },
  {
    name: 'reports its groups and their members after connecting',
    async run(world) {
      const unsupported = withoutFeature(world.capabilities, 'groups');
      if (unsupported !== undefined) return unsupported;
      const first = await world.connected();
      const { phones } = world.network;
      const [friend, account] = [newNumber(), world.accountOf(first)];
      await first.stop('drain');
      const group = phones.createGroup(friend, 'Book club', [account]);
      const second = await world.begin(first.engine);
      await eventually(() => expect(second.chats.get(group.id)).toMatchObject({ subject: 'Book club', size: 2 }));
      const info = await second.groupInfo(group.id);
      expect(info).toMatchObject({ subject: 'Book club', description: null });
      expect(info?.members.toSorted((a, b) => Number(b.isAdmin) - Number(a.isAdmin))).toEqual([
        { number: friend, isAdmin: true },
        { number: account, isAdmin: false },
      ]);
      return undefined;
    },
  },
  {
    name: 'mentions members of a group in texts, captions and replies',
    async run(world) {
      const unsupported = withoutFeature(world.capabilities, 'groups');
      if (unsupported !== undefined) return unsupported;
      const life = await world.shared();
      const { phones } = world.network;
      const [friend, other, account] = [newNumber(), newNumber(), world.accountOf(life)];
      const group = phones.createGroup(friend, 'Rota', [account, other]);
      await eventually(() => expect(life.chats.get(group.id)).toMatchObject({ size: 3 }));
      const at = (number: string) => `@${number.slice(1)}`;
      await phones.send(friend, group.id, { kind: 'text', text: 'Who is in?' });
      await eventually(() => expect(heardFrom(life, group.id)).toHaveLength(1));
      const questionId = heardFrom(life, group.id)[0]?.waMessageId ?? '';
      const text = `${at(other)} and ${at(friend)}, please`;
      const quote = { waMessageId: questionId, from: friend, text: 'Who is in?' };
      expect(await life.send(text, { to: group.id })).toMatchObject({ kind: 'accepted' });
      expect(await life.send(text, { to: group.id, quote })).toMatchObject({ kind: 'accepted' });
      const picture = life.engine.media(PICTURE, { text: `For ${at(other)}` });
      expect(await life.send(picture, { to: group.id })).toMatchObject({ kind: 'accepted' });
      expect(await life.send('Nobody else', { to: group.id })).toMatchObject({ kind: 'accepted' });
      expect(world.arrived(group.id).filter(({ from }) => from === account)).toMatchObject([
        { text, mentions: [other, friend], quotedId: null },
        { text, mentions: [other, friend], quotedId: questionId },
        { text: `For ${at(other)}`, mentions: [other], media: { media: 'image' } },
        { text: 'Nobody else', mentions: [] },
      ]);
      return undefined;
    },
  },
  {
    name: 'reports what the owner writes to a group, and edits by others there',
    async run(world) {
      const unsupported = withoutFeature(world.capabilities, 'groups');
      if (unsupported !== undefined) return unsupported;
      const life = await world.shared();
      const { phones } = world.network;
      const [friend, account] = [newNumber(), world.accountOf(life)];
      const group = phones.createGroup(friend, 'Choir', [account]);
      await phones.send(account, group.id, { kind: 'text', text: 'I am late' });
      await phones.send(friend, group.id, { kind: 'text', text: 'So am I' });
      await eventually(() =>
        expect(heardFrom(life, group.id)).toMatchObject([
          { from: account, fromMe: true, text: 'I am late' },
          { from: friend, text: 'So am I' },
        ]),
      );
      const theirs = heardFrom(life, group.id)[1]?.waMessageId ?? '';
      await phones.edit(friend, group.id, theirs, 'So are we');
      const edited = { waMessageId: theirs, writer: friend, change: { kind: 'edited', text: 'So are we' } };
      await eventually(() => expect(life.changes.filter((change) => change.chat === group.id)).toMatchObject([edited]));
      return undefined;
    },
  },
  {
    name: 'creates a group, changes its subject, members and admins, reads its invitation, and leaves it',
    async run(world) {
      const life = await world.shared();
      if (!world.capabilities.groupChanges) {
        expect(life.has.changeGroup).toBe(false);
        return 'the driver changes no groups';
      }
      const { phones } = world.network;
      const [friend, other, account] = [newNumber(), newNumber(), world.accountOf(life)];
      const made = await life.changeGroup({ kind: 'create', subject: 'Regulars', members: [friend] });
      const chat = made?.chat ?? '';
      const now = () => phones.group(chat);
      expect(now()).toMatchObject({ subject: 'Regulars', owner: account, participants: [account, friend] });
      await life.changeGroup({ kind: 'settings', chat, subject: 'Best guests', isAnnouncement: true, isLocked: true });
      await life.changeGroup({ kind: 'settings', chat, description: 'Who comes every week' });
      expect(now()).toMatchObject({ subject: 'Best guests', isAnnouncement: true, isLocked: true });
      expect(now()).toMatchObject({ description: 'Who comes every week' });
      await life.changeGroup({ kind: 'add', chat, members: [other] });
      await life.changeGroup({ kind: 'promote', chat, members: [other] });
      expect(now()).toMatchObject({ participants: [account, friend, other], admins: [other] });
      const info = await life.groupInfo(chat);
      expect(info?.members.filter(({ isAdmin }) => isAdmin).map(({ number }) => number)).toEqual(
        expect.arrayContaining([account, other]),
      );
      await life.changeGroup({ kind: 'demote', chat, members: [other] });
      await life.changeGroup({ kind: 'remove', chat, members: [friend] });
      expect(now()).toMatchObject({ participants: [account, other], admins: [] });
      expect(await life.commonGroups(other)).toEqual([chat]);
      expect(await life.commonGroups(friend)).toEqual([]);
      expect((await life.changeGroup({ kind: 'invite', chat }))?.inviteCode).toMatch(/^[\w-]{20,}$/);
      await eventually(() => expect(life.chats.get(chat)).toMatchObject({ subject: 'Best guests', size: 2 }));

      const theirs = phones.createGroup(friend, 'Theirs', [account]);
      const promote = life.changeGroup({ kind: 'promote', chat: theirs.id, members: [account] });
      await expect(promote).rejects.toThrow();
      expect(phones.group(theirs.id)).toMatchObject({ admins: [] });

      await life.changeGroup({ kind: 'leave', chat });
      expect(now()).toMatchObject({ participants: [other] });
      await eventually(() => expect(life.chats.get(chat)).toMatchObject({ isLeft: true, mayWrite: false }));
      return undefined;
    },
  },
];
