import { expect, test } from 'vitest';
import type { PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import { aBridge, stateOf } from '../../test/bridge.ts';
import { readFromPage } from './read-from-page.ts';
import { WhatsAppTabs } from './whatsapp-tabs.ts';

function listened(tabs: WhatsAppTabs) {
  const heard: string[] = [];
  tabs.listen({
    opened: () => heard.push('opened'),
    closed: () => heard.push('closed'),
    heard: (update: PageUpdate) => heard.push(update.kind),
    since: () => 7,
  });
  return heard;
}

test('a worker that begins to listen greets the tab that is there, and answers from when on it has to be told', () => {
  const tabs = new WhatsAppTabs();
  const page = aBridge();
  tabs.add(page.port);
  expect(page.said).toEqual([]);
  const heard = listened(tabs);
  expect(page.said).toEqual([{ kind: 'hello' }]);
  page.say({ kind: 'since', id: 3 });
  expect(page.said.at(-1)).toEqual({ kind: 'since', id: 3, ms: 7 });
  page.say(stateOf('MAIN'));
  expect(heard).toEqual(['opened', 'state']);
});

test('opened twice: the tab that WhatsApp lets work is worked with, and only it is heard', () => {
  const tabs = new WhatsAppTabs();
  const [first, second] = [aBridge(), aBridge()];
  const heard = listened(tabs);
  tabs.add(first.port);
  tabs.add(second.port);
  heard.length = 0;
  first.say(stateOf('MAIN'));
  expect(heard).toEqual([]);
  second.say(stateOf('CONFLICT'));
  expect(heard).toEqual(['opened']);
  expect(first.said.at(-1)).toEqual({ kind: 'hello' });
  first.go();
  expect(tabs.isOpen()).toBe(true);
  second.go();
  expect(heard.at(-1)).toBe('closed');
  expect(tabs.isOpen()).toBe(false);
});

test('a call ends with the page’s answer, with its failure, with its nonsense and with its tab', async () => {
  const tabs = new WhatsAppTabs();
  await expect(tabs.call('levelOf', { wid: 'w', id: 'i', untilMs: 0 }, 1_000)).rejects.toThrow('not open');
  const page = aBridge();
  tabs.add(page.port);
  const ask = () => {
    const answer = tabs.call('levelOf', { wid: 'w', id: 'i', untilMs: 0 }, 10_000);
    return { answer, id: page.said.at(-1)?.id };
  };
  const [told, failed, odd, left] = [ask(), ask(), ask(), ask()];
  page.say({ kind: 'answer', id: told.id, answer: 2 });
  page.say({ kind: 'failure', id: failed.id, reason: 'no such chat' });
  page.say({ kind: 'answer', id: odd.id, answer: { level: 2 } });
  page.go();
  expect(await told.answer).toBe(2);
  await expect(failed.answer).rejects.toThrow('no such chat');
  await expect(odd.answer).rejects.toThrow('something else');
  await expect(left.answer).rejects.toThrow('is gone');
});

test('a call that has no answer ends, and what is told of a chat is all taken', async () => {
  const tabs = new WhatsAppTabs();
  const page = aBridge();
  tabs.add(page.port);
  const shown = tabs.call('showTyping', { wid: 'w', isTyping: true }, 10_000);
  page.say({ kind: 'answer', id: page.said.at(-1)?.id });
  expect(await shown).toBeUndefined();

  const chat = { chat: '4477@c.us', unread: 0, isArchived: true, isPinned: false, mutedUntilMs: null };
  const said = { kind: 'update', update: { kind: 'chats', chats: [chat] } };
  expect(readFromPage(said)).toEqual(said);
});

test.each<[string, unknown]>([
  ['is no object', 'hello'],
  ['has a kind that nobody knows', { kind: 'token' }],
  ['tells a number that is none', { kind: 'update', update: { kind: 'acks', ids: ['1'], ack: 'three' } }],
  ['is longer than any message', { kind: 'failure', id: 1, reason: 'x'.repeat(70_001) }],
  ['names an account that is no number', { kind: 'update', update: { kind: 'state', state: { user: '<b>' } } }],
])('what %s is nothing that a page says', (_what, message) => {
  expect(readFromPage(message)).toBeNull();
});
