import { expect, test } from 'vitest';
import type { PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import { aBridge, stateOf } from '../../test/bridge.ts';
import { readFromPage } from './read-from-page.ts';
import { WhatsAppTabs } from './whatsapp-tabs.ts';

function listened(tabs: WhatsAppTabs) {
  const events: string[] = [];
  tabs.listen({
    opened: () => events.push('opened'),
    closed: () => events.push('closed'),
    received: (update: PageUpdate) => events.push(update.kind),
    since: () => 7,
  });
  return events;
}

test('a worker that starts listening greets the open tab, and answers since when it needs updates', () => {
  const tabs = new WhatsAppTabs();
  const page = aBridge();
  tabs.add(page.port);
  expect(page.sent).toEqual([]);
  const events = listened(tabs);
  expect(page.sent).toEqual([{ kind: 'hello' }]);
  page.say({ kind: 'since', id: 3 });
  expect(page.sent.at(-1)).toEqual({ kind: 'since', id: 3, ms: 7 });
  page.say(stateOf('MAIN'));
  expect(events).toEqual(['opened', 'state']);
});

test('with two tabs, only the one that WhatsApp lets work is used', () => {
  const tabs = new WhatsAppTabs();
  const [first, second] = [aBridge(), aBridge()];
  const events = listened(tabs);
  tabs.add(first.port);
  tabs.add(second.port);
  events.length = 0;
  first.say(stateOf('MAIN'));
  expect(events).toEqual([]);
  second.say(stateOf('CONFLICT'));
  expect(events).toEqual(['opened']);
  expect(first.sent.at(-1)).toEqual({ kind: 'hello' });
  first.go();
  expect(tabs.isOpen()).toBe(true);
  second.go();
  expect(events.at(-1)).toBe('closed');
  expect(tabs.isOpen()).toBe(false);
});

test('a call ends with the page’s answer, its failure, an invalid answer, or the closing of its tab', async () => {
  const tabs = new WhatsAppTabs();
  await expect(tabs.call('levelOf', { wid: 'w', id: 'i', untilMs: 0 }, 1_000)).rejects.toThrow('not open');
  const page = aBridge();
  tabs.add(page.port);
  const ask = () => {
    const answer = tabs.call('levelOf', { wid: 'w', id: 'i', untilMs: 0 }, 10_000);
    return { answer, id: page.sent.at(-1)?.id };
  };
  const [answered, failed, odd, left] = [ask(), ask(), ask(), ask()];
  page.say({ kind: 'answer', id: answered.id, answer: 2 });
  page.say({ kind: 'failure', id: failed.id, reason: 'no such chat' });
  page.say({ kind: 'answer', id: odd.id, answer: { level: 2 } });
  page.go();
  expect(await answered.answer).toBe(2);
  await expect(failed.answer).rejects.toThrow('no such chat');
  await expect(odd.answer).rejects.toThrow('invalid answer');
  await expect(left.answer).rejects.toThrow('was closed');
});

test('a call without a return value ends, and every field of a chat is accepted', async () => {
  const tabs = new WhatsAppTabs();
  const page = aBridge();
  tabs.add(page.port);
  const shown = tabs.call('showTyping', { wid: 'w', isTyping: true }, 10_000);
  page.say({ kind: 'answer', id: page.sent.at(-1)?.id });
  expect(await shown).toBeUndefined();

  const chat = { chat: '4477@c.us', unread: 0, isArchived: true, isPinned: false, mutedUntilMs: null };
  const update = { kind: 'update', update: { kind: 'chats', chats: [chat] } };
  expect(readFromPage(update)).toEqual(update);
});

test.each<[string, unknown]>([
  ['is no object', 'hello'],
  ['has a kind that nobody knows', { kind: 'token' }],
  ['tells a number that is none', { kind: 'update', update: { kind: 'acks', ids: ['1'], ack: 'three' } }],
  ['is longer than any message', { kind: 'failure', id: 1, reason: 'x'.repeat(70_001) }],
  ['names an account that is no number', { kind: 'update', update: { kind: 'state', state: { user: '<b>' } } }],
])('rejects a message that %s', (_what, message) => {
  expect(readFromPage(message)).toBeNull();
});
