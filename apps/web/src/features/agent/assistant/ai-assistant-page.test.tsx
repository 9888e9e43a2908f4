import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { faultOf } from '../../../../test/fault-of.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { AiAssistantPage } from './ai-assistant-page.tsx';

const ID = '019a0000-0000-7000-8000-00000000c0de';
const OTHER = '019a0000-0000-7000-8000-00000000beef';
const server = fakeServer();
const conversation = (_id: string, title: string) => ({
  _id,
  title,
  createdAt: '2026-11-25T10:00:00.000Z',
  updatedAt: '2026-11-25T10:00:00.000Z',
});

const serveConversations = () => {
  server.on('GET /api/agent/conversations', ({ url }) => {
    const search = url.searchParams.get('search');
    const data = [conversation(ID, 'Plans for Monday'), conversation(OTHER, 'Failed ones')].filter(
      ({ title }) => !search || title.includes(search),
    );
    return { data, total: data.length };
  });
  server.on(`GET /api/agent/conversations/${ID}/messages`, () => ({ data: [], total: 0 }));
  server.on('GET /api/agent/suggestions', () => ({
    data: [{ text: '3 messages failed yesterday: retry?', request: 'Retry the messages that failed yesterday' }],
  }));
};

test('finds, opens, renames and deletes conversations; suggestions are one click away', async () => {
  serveConversations();
  const onSearch = vi.fn();
  const { user } = await renderPart(<AiAssistantPage search={{ conversation: ID }} onSearch={onSearch} />);
  const list = within(await screen.findByRole('complementary', { name: 'Conversations' }));
  await user.click(await list.findByText('Failed ones'));
  expect(onSearch).toHaveBeenCalledWith({ conversation: OTHER });

  server.on('POST /btgpt', () => ({
    content: 'Nothing failed.',
    toolResults: {},
    widgets: [],
    totals: {},
    conversationId: ID,
    messageId: ID,
  }));
  await user.click(await screen.findByRole('button', { name: '3 messages failed yesterday: retry?' }));
  expect(server.sent('POST /btgpt')[0]?.body).toEqual({
    message: 'Retry the messages that failed yesterday',
    stream: false,
  });
  expect(server.sent('POST /btgpt')[0]?.headers.get('x-conversation-id')).toBe(ID);

  server.on(`PATCH /api/agent/conversations/${OTHER}`, () => conversation(OTHER, 'Mended ones'));
  await user.click(list.getByRole('button', { name: 'Actions for conversation Failed ones' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Mended ones{Enter}');
  await expect
    .poll(() => server.sent(`PATCH /api/agent/conversations/${OTHER}`)[0]?.body)
    .toEqual({ title: 'Mended ones' });

  server.on(`DELETE /api/agent/conversations/${OTHER}`, () => ({ _id: OTHER }));
  await user.click(list.getByRole('button', { name: 'Actions for conversation Failed ones' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await expect.poll(() => server.sent(`DELETE /api/agent/conversations/${OTHER}`).length).toBe(1);

  await user.type(list.getByLabelText('Search conversations'), 'Monday');
  await expect.poll(() => list.queryByText('Failed ones')).toBeNull();
});

test('sets and tests the model, and grants tools one by one', async () => {
  serveConversations();
  server.on('GET /api/agent/model', () => ({
    baseUrl: null,
    model: null,
    hasKey: false,
    sendsChats: false,
    isPlannerInCharge: false,
    instanceModel: null,
    creditsPerPerson: null,
  }));
  server.on('GET /api/agent/preferences', () => ({ language: null }));
  server.on('GET /api/agent/tools', () => ({
    data: [{ name: 'cancel_message', title: 'Cancel a message', effect: 'change', permission: 'ask', isLocked: false }],
    mayLock: true,
  }));
  const { user } = await renderPart(<AiAssistantPage search={{ tab: 'settings' }} onSearch={() => undefined} />);
  server.on('POST /api/agent/model/test', () => ({ outcome: 'key' }));
  await user.click(await screen.findByRole('button', { name: 'Test connection' }));
  await screen.findByText('The key was rejected.');
  server.on('POST /api/agent/tools/cancel_message/permission', () => ({ name: 'cancel_message' }));
  await user.click(await screen.findByText('Allow'));
  await expect
    .poll(() => server.sent('POST /api/agent/tools/cancel_message/permission')[0]?.body)
    .toEqual({ permission: 'allow', isForAll: false });
});

describe('model form', () => {
  const saved = {
    baseUrl: 'https://models.example/v1',
    model: 'big',
    embeddingModel: null,
    hasKey: true,
    sendsChats: false,
    isPlannerInCharge: false,
    instanceModel: null,
    creditsPerPerson: null,
  };
  const open = async () => {
    let now = saved;
    serveConversations();
    server.on('GET /api/agent/model', () => now);
    server.on('GET /api/agent/preferences', () => ({ language: null }));
    server.on('GET /api/agent/tools', () => ({ data: [], mayLock: true }));
    server.on('POST /api/agent/model/test', () => {
      now = { ...now, isPlannerInCharge: true };
      return { outcome: 'tools' };
    });
    server.on('PUT /api/agent/model', ({ body }) => {
      const { apiKey, ...changes } = body as typeof saved & { apiKey?: string | null };
      now = {
        ...now,
        ...changes,
        hasKey: apiKey === undefined ? now.hasKey : apiKey !== null,
        isPlannerInCharge: false,
      };
      return now;
    });
    const { user } = await renderPart(<AiAssistantPage search={{ tab: 'settings' }} onSearch={() => undefined} />);
    const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
    return { user, field };
  };
  const sent = () => server.sent('PUT /api/agent/model').map(({ body }) => body);

  test('tests only the saved model, and shows results only for it', async () => {
    const { user, field } = await open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Test connection' });
    await user.click(button);
    await screen.findByText(/doesn’t support tools/);
    await user.type(await field('Model'), 'ger');
    expect(button.disabled).toBe(true);
    screen.getByText('Save first, then test.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => screen.queryByText(/doesn’t support tools/)).toBeNull();
    expect(sent()).toEqual([
      expect.objectContaining({ baseUrl: saved.baseUrl, model: 'bigger', embeddingModel: null, sendsChats: false }),
    ]);
    // The saved key is kept when the field is untouched.
    expect(sent()[0]).not.toHaveProperty('apiKey');
    expect((await field('Model')).value).toBe('bigger');
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Test connection' });
    expect(again.disabled).toBe(false);
  });

  test('keeps what is typed while a test ends', async () => {
    const { user, field } = await open();
    let answer: (() => void) | undefined;
    server.on(
      'POST /api/agent/model/test',
      () => new Promise((resolve) => (answer = () => resolve({ outcome: 'ok' }))),
    );
    await user.click(await screen.findByRole('button', { name: 'Test connection' }));
    await user.type(await field('Key'), 'new-key');
    answer?.();
    await screen.findByText('The model answers and calls tools.');
    expect((await field('Key')).value).toBe('new-key');
  });

  test('names the invalid field, and loses nothing', async () => {
    const { user, field } = await open();
    server.on('PUT /api/agent/model', () =>
      refusal(
        422,
        'INVALID',
        { faults: [{ field: 'baseUrl', message: 'This is no address.' }] },
        'This is no address.',
      ),
    );
    await user.clear(await field('Address'));
    await user.type(await field('Address'), 'somewhere');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(async () => faultOf(await field('Address'))).toBe('This is no address.');
    expect((await field('Address')).value).toBe('somewhere');
    // A key is not reused for another address.
    expect(sent()[0]).toMatchObject({ apiKey: null });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('sets the language of answers, and deletes all conversations after confirmation', async () => {
  serveConversations();
  const model = { baseUrl: null, model: null, hasKey: false, sendsChats: false, isPlannerInCharge: false };
  server.on('GET /api/agent/model', () => ({ ...model, instanceModel: 'big', creditsPerPerson: 50 }));
  server.on('GET /api/agent/tools', () => ({ data: [], mayLock: true }));
  server.on('GET /api/agent/preferences', () => ({ language: null }));
  server.on('PUT /api/agent/preferences', ({ body }) => body);
  const { user } = await renderPart(<AiAssistantPage search={{ tab: 'settings' }} onSearch={() => undefined} />);
  await user.selectOptions(await screen.findByLabelText('Language of answers'), 'Português');
  await expect.poll(() => server.sent('PUT /api/agent/preferences')[0]?.body).toEqual({ language: 'pt' });

  await screen.findByText(/You have 2 conversations/);
  await screen.findByText(/are sent to big\. Chat messages are only included if/);
  server.on('DELETE /api/agent/conversations', () => ({ removed: 2 }));
  await user.click(screen.getByRole('button', { name: 'Delete all conversations' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete all conversations' }),
  );
  await expect.poll(() => server.sent('DELETE /api/agent/conversations').length).toBe(1);

  server.on('PUT /api/agent/model', () => ({ ...model, instanceModel: 'big', creditsPerPerson: 20 }));
  const cap = await screen.findByLabelText('Monthly credits per person');
  await user.clear(cap);
  await user.type(cap, '20');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.sent('PUT /api/agent/model')[0]?.body).toMatchObject({ creditsPerPerson: 20 });
});
