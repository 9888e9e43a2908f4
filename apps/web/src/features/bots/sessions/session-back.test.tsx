import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { SessionDetailPage } from './session-detail-page.tsx';

const server = fakeServer();
const ID = '019a0000-0000-7000-8000-00000000000';
const [SESSION, BOT, OWNER, WORKSPACE] = [1, 2, 3, 4].map((number) => `${ID}${number}`) as [
  string,
  string,
  string,
  string,
];

async function backFrom(botOwner: string | null): Promise<string | null> {
  server.on(`GET /api/bot-sessions/${SESSION}`, () => ({
    _id: SESSION,
    botId: BOT,
    botName: 'Greeter',
    botOwner,
    workspaceId: WORKSPACE,
    status: 'completed',
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    chat: null,
    contactName: null,
    reason: null,
    versionNumber: 1,
    engineId: null,
    nodeId: null,
    nodeName: null,
    wakesAt: null,
    isTest: false,
    variables: null,
    lines: null,
    abilities: { pause: false, resume: false, end: false, restart: false, move: false },
  }));
  server.on(`GET /api/bot-sessions/${SESSION}/events`, () => ({ data: [], total: 0 }));
  await renderPart(<SessionDetailPage botId={BOT} sessionId={SESSION} support={{}} />, { me: { role: 'admin' } });
  return (await screen.findByRole('link', { name: 'Back to the bot' })).getAttribute('href');
}

it('links to a bot of one’s own directly', async () => {
  expect(await backFrom(null)).toBe(`/bot-detail-view/${BOT}`);
});

it('links to a bot of another workspace in support mode for its owner', async () => {
  expect(await backFrom(OWNER)).toBe(`/bot-detail-view/${BOT}?supportedUserId=${OWNER}&workspaceId=${WORKSPACE}`);
});
