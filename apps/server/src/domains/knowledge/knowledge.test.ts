import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoredFile } from '@switchyard/contracts/files/operations';
import { MAX_OPEN_QUESTIONS } from '@switchyard/contracts/knowledge/limits';
import type {
  FoundPassage,
  KnowledgeBase,
  KnowledgeDocument,
  KnowledgeEntry,
  KnowledgeQuestion,
} from '@switchyard/contracts/knowledge/operations';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makePdf } from '../../../test/knowledge-documents/make-documents.ts';
import { type Answer, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Network } from '../../platform/http/guarded-fetch.ts';
import { recordUnknownQuestion, searchKnowledge } from './index.ts';
import { readDocument } from './reading/read-document.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { roles: ['api', 'worker'] } });
});
afterAll(() => server.stop());

interface Someone {
  token: string;
  workspaceId: string;
}
type Page<Row> = { data: Row[]; total: number };

async function someone(): Promise<Someone> {
  const { token } = await server.signUp();
  const me = await server.call<{ workspace: { _id: string } }>('GET', '/api/me', undefined, { token });
  return { token, workspaceId: me.body.workspace._id };
}
const call = <Body>({ token }: Someone, method: string, path: string, body?: unknown): Promise<Answer<Body>> =>
  server.call<Body>(method, path, body, { token });

async function makeBase(who: Someone): Promise<string> {
  const { status, body } = await call<KnowledgeBase>(who, 'POST', '/api/knowledge-bases', { name: 'Shop' });
  expect(status).toBe(201);
  return body._id;
}
async function upload({ token }: Someone, name: string, content: Uint8Array<ArrayBuffer>, type = 'text/plain') {
  const answer = await fetch(`${server.url}/api/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, origin: server.platform.config.publicUrl },
    body: content,
  });
  return { status: answer.status, body: (await answer.json()) as StoredFile & { code?: string; message?: string } };
}
const addFile = (who: Someone, base: string, fileId: string) =>
  call<KnowledgeDocument & { code?: string }>(who, 'POST', `/api/knowledge-bases/${base}/documents`, { fileId });
async function settled(who: Someone, base: string, state = 'ready'): Promise<KnowledgeDocument> {
  return vi.waitFor(
    async () => {
      const { body } = await call<Page<KnowledgeDocument>>(who, 'GET', `/api/knowledge-bases/${base}/documents`);
      const [document] = body.data;
      if (document?.state !== state) throw new Error(JSON.stringify(body));
      return document;
    },
    { timeout: 20_000, interval: 100 },
  );
}
const addAnswer = (who: Someone, base: string, title: string, text: string, questionId?: string) =>
  call<KnowledgeEntry>(who, 'POST', `/api/knowledge-bases/${base}/entries`, {
    kind: 'answer',
    title,
    text,
    questionId,
  });
const ask = async (who: Someone, base: string, question: string) =>
  (
    await call<{ passages: FoundPassage[]; isKnown: boolean }>(who, 'POST', `/api/knowledge-bases/${base}/test`, {
      question,
    })
  ).body;

describe('documents', () => {
  test('a job reads a file, and search and bots find its passages', async () => {
    const who = await someone();
    const base = await makeBase(who);
    const pdf = makePdf(['Rooms are forty euros a night.', 'Breakfast is served until ten in the morning.']);
    const file = await upload(who, 'Prices.pdf', pdf, 'application/pdf');
    const added = await addFile(who, base, file.body._id);
    expect(added).toMatchObject({ status: 201, body: { title: 'Prices.pdf', state: 'waiting', passages: 0 } });
    expect(await settled(who, base)).toMatchObject({ percent: 100, passages: 2, fault: null, bytes: pdf.length });

    const found = await ask(who, base, 'Until when is breakfast served?');
    expect(found).toMatchObject({ isKnown: true, passages: [{ title: 'Prices.pdf', page: 2, source: 'document' }] });
    expect(
      await searchKnowledge(server.database.db, who.workspaceId, {
        knowledgeBaseIds: [base],
        question: 'Until when is breakfast served?',
        limit: 5,
      }),
    ).toEqual({ passages: found.passages, isKnown: found.isKnown });
    const read = await call<Page<FoundPassage>>(who, 'GET', `/api/knowledge-documents/${added.body._id}/passages`);
    expect(read.body).toMatchObject({
      total: 2,
      data: [{ page: 1, text: 'Rooms are forty euros a night.' }, { page: 2 }],
    });
  });

  test('reports why a document cannot be read; it can be retried or deleted', async () => {
    const who = await someone();
    const base = await makeBase(who);
    const file = await upload(who, 'Scan.pdf', makePdf(['', '']), 'application/pdf');
    await addFile(who, base, file.body._id);
    const failed = await settled(who, base, 'failed');
    expect(failed).toMatchObject({ fault: 'scanned', passages: 0 });
    const again = await call(who, 'POST', `/api/knowledge-documents/${failed._id}/read`);
    expect(again).toMatchObject({ status: 200, body: { state: 'waiting', fault: null } });
    expect(await settled(who, base, 'failed')).toMatchObject({ fault: 'scanned' });
    expect((await call(who, 'DELETE', `/api/knowledge-documents/${failed._id}`)).status).toBe(200);
    expect((await call<KnowledgeBase>(who, 'GET', `/api/knowledge-bases/${base}`)).body.documents).toBe(0);
  });

  test('does not read another workspace’s file or find its knowledge', async () => {
    const [ours, theirs] = [await someone(), await someone()];
    const [ourBase, theirBase] = [await makeBase(ours), await makeBase(theirs)];
    const file = await upload(theirs, 'secret.txt', Buffer.from('The safe opens with 1234.'));
    expect(await addFile(ours, ourBase, file.body._id)).toMatchObject({ status: 422, body: { code: 'INVALID' } });
    await addFile(theirs, theirBase, file.body._id);
    await settled(theirs, theirBase);
    expect((await ask(theirs, theirBase, 'How does the safe open?')).isKnown).toBe(true);
    const { db } = server.database;
    const search = { knowledgeBaseIds: [ourBase, theirBase], question: 'How does the safe open?', limit: 5 };
    expect(await searchKnowledge(db, ours.workspaceId, search)).toEqual({ passages: [], isKnown: false });
    await expect(
      recordUnknownQuestion(db, ours.workspaceId, { knowledgeBaseId: theirBase, question: 'What?' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  const page = 'https://example.com/prices';
  test.each<[what: string, source: (fileId: string) => object, field: string | null]>([
    ['neither a file nor a page', () => ({}), 'fileId'],
    ['both', (fileId) => ({ fileId, url: page }), 'fileId'],
    ['a missing file', () => ({ fileId: newId() }), 'fileId'],
    ['a file of an unsupported kind', (fileId) => ({ fileId }), 'fileId'],
    ['a page', () => ({ url: page }), null],
  ])('a document is %s: refused by its field, or added', async (_what, source, field) => {
    const who = await someone();
    const base = await makeBase(who);
    const { body: program } = await upload(who, 'program.bin', Buffer.from('some bytes'), 'application/octet-stream');
    expect(program._id).toBeTruthy();
    const answer = await call<{ code?: string; errors?: { field: string }[] }>(
      who,
      'POST',
      `/api/knowledge-bases/${base}/documents`,
      source(program._id),
    );
    expect(answer.status).toBe(field === null ? 201 : 422);
    if (field !== null) expect(JSON.stringify(answer.body)).toContain(`"${field}"`);
    const { body } = await call<KnowledgeBase>(who, 'GET', `/api/knowledge-bases/${base}`);
    expect(body.documents).toBe(field === null ? 1 : 0);
  });

  test('refuses a 50 MB file and an unreadable one before storing anything', async () => {
    const who = await someone();
    const base = await makeBase(who);
    const large = await upload(who, 'large.txt', new Uint8Array(50 * 1024 * 1024).fill(97));
    expect(large).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE', message: 'Files can be up to 16 MB.' },
    });
    const program = await upload(who, 'program.bin', Buffer.from('some bytes'), 'application/octet-stream');
    expect(await addFile(who, base, program.body._id)).toMatchObject({ status: 422, body: { code: 'INVALID' } });
    expect((await call<KnowledgeBase>(who, 'GET', `/api/knowledge-bases/${base}`)).body.documents).toBe(0);
  });
});

describe('web pages', () => {
  let site: Server;
  let page = '';
  let status = 200;
  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => site.close(resolve)));
  /** The only host of a fake internet. */
  const internet: Network = { resolve: async () => ['127.0.0.1'], mayReach: () => true };

  test('refuses an address of this machine with a clear reason', async () => {
    const who = await someone();
    const base = await makeBase(who);
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    await call(who, 'POST', `/api/knowledge-bases/${base}/documents`, { url });
    expect(await settled(who, base, 'failed')).toMatchObject({ fault: 'address', title: url });
  });

  test('keeps finding a page’s old text until it has been read again, also if that fails', async () => {
    const who = await someone();
    const base = await makeBase(who);
    const { db } = server.database;
    const documentId = newId();
    const url = `http://shop.test:${(site.address() as AddressInfo).port}/`;
    const reading = async () => {
      const readingId = newId();
      await server.database.pool.query(
        `insert into knowledge_documents (id, workspace_id, knowledge_base_id, title, url, reading_id) values ($1, $2, $3, $4, $4, $5)
         on conflict (id) do update set reading_id = excluded.reading_id, state = 'waiting'`,
        [documentId, who.workspaceId, base, url, readingId],
      );
      return { documentId, readingId };
    };
    const { signal } = new AbortController();
    const readNow = (job: Awaited<ReturnType<typeof reading>>, until = signal) =>
      readDocument({ ...server.platform, database: server.database }, job, { signal: until, network: internet });
    const read = async () => readNow(await reading());
    const find = (question: string) =>
      searchKnowledge(db, who.workspaceId, { knowledgeBaseIds: [base], question, limit: 1 });

    page = '<h1>Delivery</h1><p>Parcels arrive within three days.</p>';
    await read();
    expect(await find('When do parcels arrive?')).toMatchObject({
      isKnown: true,
      passages: [{ heading: 'Delivery', text: 'Parcels arrive within three days.' }],
    });

    status = 500;
    await read();
    expect(await settled(who, base, 'failed')).toMatchObject({ fault: 'refused', passages: 1 });
    expect((await find('When do parcels arrive?')).isKnown).toBe(true);

    status = 200;
    page = '<h1>Delivery</h1><p>Parcels arrive within five hours.</p>';
    const overtaken = await reading();
    await read();
    expect(await find('When do parcels arrive?')).toMatchObject({
      passages: [{ text: 'Parcels arrive within five hours.' }],
    });

    // A worker died halfway; another gets the same job, and again when its result was lost.
    const died = await reading();
    await server.database.pool.query(`update knowledge_documents set state = 'reading', percent = 40 where id = $1`, [
      documentId,
    ]);
    const again = () => readNow(died);
    // It stops with its server: the next worker takes the job, and the reading has not failed.
    await expect(readNow(died, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
    expect(await settled(who, base, 'reading')).toMatchObject({ fault: null, passages: 1 });
    // An earlier, superseded reading ends nothing meanwhile.
    await readNow(overtaken);
    expect(await settled(who, base, 'reading')).toMatchObject({ percent: 0, passages: 1 });
    await again();
    page = '<p>Nobody asked for this.</p>';
    await again();
    expect(await settled(who, base)).toMatchObject({ passages: 1, percent: 100 });
    expect(await find('When do parcels arrive?')).toMatchObject({ isKnown: true });

    page = '<p>Too late.</p>';
    await readNow(overtaken);
    expect(await settled(who, base)).toMatchObject({ passages: 1 });
    expect(await find('When do parcels arrive?')).toMatchObject({
      passages: [{ text: 'Parcels arrive within five hours.' }],
    });
  });
});

describe('entries and questions', () => {
  test('answers only from the given bases of the workspace', async () => {
    const who = await someone();
    const [asked, other] = [await makeBase(who), await makeBase(who)];
    await addAnswer(who, other, 'Do you deliver on Sundays?', 'No, from Monday to Saturday.');
    expect(await ask(who, asked, 'do you deliver on sunday')).toMatchObject({ passages: [], isKnown: false });
    expect((await ask(who, other, 'do you deliver on sunday')).isKnown).toBe(true);
  });

  test('finds an answer at once, and after a change only by its new text', async () => {
    const who = await someone();
    const base = await makeBase(who);
    const added = await addAnswer(who, base, 'Do you deliver on Sundays?', 'No, from Monday to Saturday.');
    expect(added.status).toBe(201);
    expect(await ask(who, base, 'do you DELIVER on sunday')).toMatchObject({
      isKnown: true,
      passages: [{ source: 'entry', documentId: added.body._id, text: 'No, from Monday to Saturday.' }],
    });
    await call(who, 'PUT', `/api/knowledge-entries/${added.body._id}`, {
      kind: 'answer',
      title: 'Do you repair bicycles?',
      text: 'Yes.',
    });
    expect((await ask(who, base, 'do you deliver on sunday')).isKnown).toBe(false);
    expect((await ask(who, base, 'can you repair my bicycle')).isKnown).toBe(true);
    expect((await call(who, 'DELETE', `/api/knowledge-entries/${added.body._id}`)).status).toBe(200);
    expect(await ask(who, base, 'can you repair my bicycle')).toMatchObject({ passages: [], isKnown: false });
  });

  test.each([
    [
      'letters without diacritics',
      'La sesión cuesta cien euros y los niños pagan la mitad de esa cantidad.',
      'cuanto cuesta la sesion de los ninos',
    ],
    [
      'quotes and operators',
      'Our motto is: "rock & roll" | it’s (not) that easy!',
      `is your motto "rock & roll" | 'it's' !(easy) <-> \\ :*?`,
    ],
    ['one word', 'Breakfast is served until ten.', 'breakfast?'],
    ['Hebrew with a joined letter', 'ארוחת הבוקר מוגשת במטבח הגדול בין שבע לעשר.', 'מתי מוגשת ארוחת בוקר במטבח?'],
    ['Chinese', '退房时间是上午十一点，早餐七点开始供应。', '退房时间是几点'],
    ['Thai', 'ร้านเปิดทุกวันตั้งแต่เก้าโมงเช้าถึงหกโมงเย็น', 'ร้านเปิดกี่โมง'],
  ])('a question with %s finds its answer', async (_, text, question) => {
    const who = await someone();
    const base = await makeBase(who);
    await addAnswer(who, base, '-', text);
    expect(await ask(who, base, question)).toMatchObject({ isKnown: true, passages: [{ text }] });
  });

  test.each(['?', '🌷', 'the of and', 'a'.repeat(500)])(
    'the question %s finds nothing and causes no error',
    async (question) => {
      const who = await someone();
      const base = await makeBase(who);
      await addAnswer(who, base, 'Do you deliver on Sundays?', 'No.');
      expect((await ask(who, base, question)).isKnown).toBe(false);
    },
  );

  test('lists an unanswered question once, and removes it when it is answered or dismissed', async () => {
    const who = await someone();
    const base = await makeBase(who);
    const { db } = server.database;
    const note = (question: string) => recordUnknownQuestion(db, who.workspaceId, { knowledgeBaseId: base, question });
    expect(await note('Do you have gift cards?')).toMatchObject([{ name: 'knowledge.changed', data: base }]);
    await note('do you have GIFT cards ??');
    await note('Is there parking?');
    expect(await note('???')).toEqual([]);
    const list = async () =>
      (await call<Page<KnowledgeQuestion>>(who, 'GET', `/api/knowledge-bases/${base}/questions`)).body;
    const open = await list();
    expect(open).toMatchObject({
      total: 2,
      data: [
        { question: 'Is there parking?', times: 1 },
        { question: 'Do you have gift cards?', times: 2 },
      ],
    });
    await addAnswer(who, base, 'Do you have gift cards?', 'From ten euros.', open.data[1]?._id);
    expect(await call(who, 'DELETE', `/api/knowledge-questions/${open.data[0]?._id}`)).toMatchObject({ status: 200 });
    expect(await list()).toEqual({ data: [], total: 0 });
    expect((await ask(who, base, 'Do you have gift cards?')).isKnown).toBe(true);
  });

  test.each<[whose: string, isOurs: boolean]>([
    ['in another base of the workspace', true],
    ['in another workspace', false],
  ])('a question %s is not answered by an entry, and waits on', async (_whose, isOurs) => {
    const who = await someone();
    const other = isOurs ? who : await someone();
    const [base, otherBase] = [await makeBase(who), await makeBase(other)];
    const question = { knowledgeBaseId: otherBase, question: 'Is it open on Sundays?' };
    await recordUnknownQuestion(server.database.db, other.workspaceId, question);
    const waiting = () => call<Page<KnowledgeQuestion>>(other, 'GET', `/api/knowledge-bases/${otherBase}/questions`);
    const questionId = (await waiting()).body.data[0]?._id ?? '';
    expect((await addAnswer(who, base, 'Sundays?', 'No.', questionId)).status).toBe(404);
    expect((await waiting()).body.total).toBe(1);
    expect((await call<KnowledgeBase>(who, 'GET', `/api/knowledge-bases/${base}`)).body.entries).toBe(0);
    if (!isOurs) expect((await call(who, 'DELETE', `/api/knowledge-questions/${questionId}`)).status).toBe(404);
  });

  test('keeps the most recent unanswered questions, except one that is being asked concurrently', async () => {
    const who = await someone();
    const base = await makeBase(who);
    const { db, pool } = server.database;
    await pool.query(
      `insert into knowledge_questions (id, workspace_id, knowledge_base_id, question, folded, last_asked_at)
       select gen_random_uuid(), $1, $2, 'Number ' || n, 'number ' || n, now() - n * interval '1 minute' from generate_series(1, $3) n`,
      [who.workspaceId, base, MAX_OPEN_QUESTIONS + 2],
    );
    const note = (number: string, tx: Db = db) =>
      recordUnknownQuestion(tx, who.workspaceId, { knowledgeBaseId: base, question: `Number ${number}` });
    const left = async () => {
      const { rows } = await pool.query<{ question: string }>(
        'select question from knowledge_questions where knowledge_base_id = $1 order by last_asked_at',
        [base],
      );
      return { count: rows.length, oldest: rows[0]?.question };
    };
    const [oldest, next] = [MAX_OPEN_QUESTIONS + 2, MAX_OPEN_QUESTIONS + 1].map(String) as [string, string];
    await note(oldest);
    // Asking again adds nothing.
    expect(await left()).toEqual({ count: MAX_OPEN_QUESTIONS + 2, oldest: `Number ${next}` });
    await db.transaction(async (tx) => {
      await note(next, tx);
      await note('one more');
      // All excess questions except the one being asked.
      expect(await left()).toMatchObject({ count: MAX_OPEN_QUESTIONS + 1, oldest: `Number ${next}` });
    });
    await note('another');
    expect(await left()).toEqual({ count: MAX_OPEN_QUESTIONS, oldest: `Number ${MAX_OPEN_QUESTIONS - 4}` });
  });

  test('lists bases by name with their counts, renames them, and deletes them with their contents', async () => {
    const who = await someone();
    const base = await makeBase(who);
    await addAnswer(who, base, 'One?', 'Two.');
    await call(who, 'PATCH', `/api/knowledge-bases/${base}`, { name: 'Zürich' });
    await makeBase(who);
    const list = async (query = '') =>
      (await call<Page<KnowledgeBase>>(who, 'GET', `/api/knowledge-bases${query}`)).body;
    expect(await list()).toMatchObject({
      total: 2,
      data: [
        { name: 'Shop', entries: 0 },
        { name: 'Zürich', entries: 1 },
      ],
    });
    expect(await list(`?search=${encodeURIComponent('ZÜR')}`)).toMatchObject({ total: 1, data: [{ _id: base }] });
    await call(who, 'DELETE', `/api/knowledge-bases/${base}`);
    expect((await call(who, 'GET', `/api/knowledge-bases/${base}`)).status).toBe(404);
    const { rows } = await server.database.pool.query(
      'select (select count(*) from knowledge_entries where knowledge_base_id = $1) + (select count(*) from knowledge_passages where knowledge_base_id = $1) as left',
      [base],
    );
    expect(Number(rows[0].left)).toBe(0);
  });
});
