import type {
  KnowledgeBase,
  KnowledgeDocument,
  KnowledgeMeaning,
  KnowledgeQuestion,
} from '@switchyard/contracts/knowledge/operations';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import type { BaseTab } from '../base-tabs.ts';
import { KnowledgeBasePage } from './knowledge-base-page.tsx';

const server = fakeServer();
const ID = '019a0000-0000-7000-8000-000000000010';
const at = '2026-11-16T09:00:00.000Z';
const base: KnowledgeBase = {
  _id: ID,
  name: 'Shop',
  documents: 2,
  reading: 1,
  failed: 1,
  entries: 0,
  openQuestions: 1,
  createdAt: at,
  updatedAt: at,
};
const document = (more: Partial<KnowledgeDocument>): KnowledgeDocument => ({
  _id: '019a0000-0000-7000-8000-000000000011',
  title: 'Prices.pdf',
  fileId: ID,
  url: null,
  bytes: 20_000,
  state: 'ready',
  fault: null,
  percent: 100,
  passages: 3,
  readAt: at,
  createdAt: at,
  ...more,
});
const question: KnowledgeQuestion = {
  _id: '019a0000-0000-7000-8000-000000000012',
  question: 'Do you have gift cards?',
  times: 3,
  lastAskedAt: at,
};

const off: KnowledgeMeaning = { state: 'off', model: null, fault: null, passages: 3, ready: 0 };
const meaningIs = (more: Partial<KnowledgeMeaning>) =>
  server.on(`GET /api/knowledge-bases/${ID}/meaning`, () => ({ ...off, ...more }));

beforeEach(() => meaningIs({}));

async function renderPage(tab: BaseTab = 'documents', supportMode = false) {
  server.on(`GET /api/knowledge-bases/${ID}`, () => base);
  return renderPart(<KnowledgeBasePage baseId={ID} tab={tab} onTab={() => undefined} />, { me: { supportMode } });
}
const documents = (...data: KnowledgeDocument[]) =>
  server.on(`GET /api/knowledge-bases/${ID}/documents`, () => ({ data, total: data.length }));

it('says why a document could not be read, and retries it', async () => {
  const failed = document({ state: 'failed', fault: 'scanned', passages: 0, readAt: null });
  documents(failed);
  server.on(`POST /api/knowledge-documents/${failed._id}/read`, () => ({ ...failed, state: 'waiting', fault: null }));
  const { user } = await renderPage();
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('It contains scanned pages without text.');
  await user.click(within(row).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.sent(`POST /api/knowledge-documents/${failed._id}/read`)).toHaveLength(1));
});

it('shows progress while a document is read again, and that its earlier text is still found', async () => {
  documents(document({ state: 'reading', percent: 40 }));
  await renderPage();
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByText('The previous text is used until it’s read again.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('shows a change made by somebody else', async () => {
  documents(document({}));
  const { tell } = await renderPage();
  await screen.findByText('Prices.pdf');
  documents(document({ title: 'New prices.pdf' }));
  tell({ type: 'knowledge.changed', knowledgeBaseId: ID });
  await screen.findByText('New prices.pdf');
});

it('does not upload a file that cannot be read', async () => {
  documents();
  const { user, container } = await renderPage();
  await screen.findByText('No documents yet');
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input as HTMLInputElement, new File(['words'], 'letter.rtf', { type: 'application/rtf' }));
  await screen.findByText(/letter.rtf can’t be read. Supported: .pdf, .docx/);
});

it('a refused address stays in its field with the reason', async () => {
  documents();
  server.on(`POST /api/knowledge-bases/${ID}/documents`, () =>
    refusal(422, 'INVALID', { faults: [{ field: 'url', message: 'is no address' }] }),
  );
  const { user } = await renderPage();
  const field = await screen.findByRole('textbox', { name: 'Address of a web page' });
  await user.type(field, 'https://example.com/x{Enter}');
  await screen.findByText('is no address');
  expect((field as HTMLInputElement).value).toBe('https://example.com/x');
});

it('reports an unknown question, shows the nearest passages, and lets it be answered from there', async () => {
  documents();
  server.on(`POST /api/knowledge-bases/${ID}/test`, () => ({
    isKnown: false,
    passages: [
      {
        id: ID,
        documentId: ID,
        source: 'document',
        title: 'Prices.pdf',
        heading: null,
        page: 2,
        text: 'We open at nine. Cards are taken.',
        answer: 'Cards are taken.',
        score: 0.25,
        isMeant: false,
      },
    ],
    meaning: 'off',
  }));
  const entry = { kind: 'answer', title: 'Gift cards?', text: 'Yes, from 10 euros.' };
  server.on(`POST /api/knowledge-bases/${ID}/entries`, () => ({ _id: ID, ...entry, createdAt: at, updatedAt: at }));
  const { user } = await renderPage();
  await user.type(await screen.findByRole('textbox', { name: 'Question' }), 'Gift cards?{Enter}');
  await screen.findByText('A bot would say it doesn’t know.');
  expect(screen.getByText('Prices.pdf › page 2')).toBeTruthy();
  // The bot's answer within the passage is highlighted.
  expect(screen.getByText('Cards are taken.').tagName).toBe('MARK');
  expect(screen.getByText('25% of the question')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Write the answer' }));
  const dialog = await screen.findByRole('dialog', { name: 'New question and answer' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Answer' }), 'Yes, from 10 euros.');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.sent(`POST /api/knowledge-bases/${ID}/entries`)[0]?.body).toEqual(entry));
});

it('answers an unanswered question under its id', async () => {
  server.on(`GET /api/knowledge-bases/${ID}/questions`, () => ({ data: [question], total: 1 }));
  server.on(`POST /api/knowledge-bases/${ID}/entries`, () => refusal(404, 'NOT_FOUND', {}, 'Somebody was quicker.'));
  const { user } = await renderPage('questions');
  expect((await screen.findByRole('listitem')).textContent).toContain('asked 3 times');
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'Answer' }), 'Yes.');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody was quicker.');
  expect(server.sent(`POST /api/knowledge-bases/${ID}/entries`)[0]?.body).toMatchObject({ questionId: question._id });
});

it('allows no changes in support mode, but test questions', async () => {
  documents(document({ state: 'failed', fault: 'empty' }));
  await renderPage('documents', true);
  await screen.findByText('Prices.pdf');
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names).not.toContain('Try again');
  expect(names).not.toContain('Remove');
  expect(names).toContain('Ask');
});

it('reports an embedding model that does not answer, with the progress made, and retries it', async () => {
  documents();
  meaningIs({ state: 'failed', model: 'bge-m3', fault: 'away', passages: 300, ready: 120 });
  server.on(`POST /api/knowledge-bases/${ID}/meaning`, () => ({ ...off, state: 'ready', model: 'bge-m3', ready: 3 }));
  const { user } = await renderPage();
  await screen.findByText(/120 of 300 passages match by meaning, all by words. bge-m3 isn’t responding./);
  meaningIs({ state: 'ready', model: 'bge-m3', ready: 3 });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Search matches words and meaning (bge-m3).');
});

it('marks results found by meaning, and says when only words were searched because the model is unavailable', async () => {
  documents();
  const place = { id: ID, documentId: ID, source: 'entry', title: 'Cards', heading: null, page: null };
  const passage = { ...place, text: 'We take plastic.', answer: 'We take plastic.', score: 0, isMeant: true };
  server.on(`POST /api/knowledge-bases/${ID}/test`, () => ({ isKnown: true, passages: [passage], meaning: 'used' }));
  const { user } = await renderPage();
  const field = await screen.findByRole('textbox', { name: 'Question' });
  await user.type(field, 'Visa?{Enter}');
  await screen.findByText('by meaning');
  server.on(`POST /api/knowledge-bases/${ID}/test`, () => ({ isKnown: false, passages: [], meaning: 'away' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByText('The embedding model isn’t responding: results are by words only.');
});

it('reports a deleted base, and links back', async () => {
  server.on(`GET /api/knowledge-bases/${ID}`, () => refusal(404, 'NOT_FOUND'));
  await renderPart(<KnowledgeBasePage baseId={ID} tab="documents" onTab={() => undefined} />);
  await screen.findByText('Knowledge base not found');
  expect(screen.getByRole('link', { name: 'All knowledge bases' }).getAttribute('href')).toBe('/knowledge-base');
});
