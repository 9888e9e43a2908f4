import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANN, createBotRig, flowOf, OURS, onAny, say, startBotServer } from '../../../../test/bot-rig.ts';
import { meaningVectors } from '../../../../test/meaning-vectors.ts';
import { startModelServer } from '../../../../test/model-server.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { registerEndpointSource } from '../../../platform/models/endpoint.ts';
import { makeDueVectors } from '../../knowledge/embeddings/vector-work.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

describe('label contact', () => {
  const flow = flowOf([onAny, { id: 'label', kind: 'label', label: 'Asked' }, say('done', 'Done')]);
  test('creates a contact for the number and labels it', async () => {
    const rig = await createBotRig(server, flow);
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['Done']);
    const { rows } = await server.database.pool.query(
      `select labels.name, contacts.mobile from contact_labels join labels on labels.id = contact_labels.collection_id
       join contacts on contacts.id = contact_labels.contact_id where contacts.workspace_id = $1`,
      [rig.lane.workspaceId],
    );
    expect(rows).toEqual([{ name: 'Asked', mobile: ANN }]);
  });

  test('changes nothing the second time, and ignores groups', async () => {
    const rig = await createBotRig(server, flow, { groups: 'mentioned' });
    await rig.write('hi');
    await rig.write('hi');
    await rig.write(`hi @${OURS.slice(1)}`, { chat: '123@g.us' });
    expect(await rig.sent()).toHaveLength(3);
    const { rows } = await server.database.pool.query('select mobile from contacts where workspace_id = $1', [
      rig.lane.workspaceId,
    ]);
    expect(rows).toEqual([{ mobile: ANN }]);
  });
});

describe('knowledge answer', () => {
  test('sends the passage with its source, and records a question without an answer', async () => {
    const rig = await createBotRig(server, flowOf([{ ...onAny, on: 'keyword', keywords: ['never'] }, say('a', 'a')]));
    const base = await rig.call<{ _id: string }>('POST', '/knowledge-bases', { name: 'Shop' });
    const knowledgeBaseIds = [base.body._id];
    await rig.call('POST', `/knowledge-bases/${base.body._id}/entries`, {
      kind: 'answer',
      title: 'When do you open?',
      text: 'We open at nine on weekdays.',
    });
    const flow = flowOf(
      [
        onAny,
        { id: 'look', kind: 'knowledge', knowledgeBaseIds },
        { id: 'e', kind: 'end' },
        say('sorry', 'I do not know that.'),
      ],
      ['look.answered>e', 'look.unknown>sorry'],
    );
    const answering = await createBotRig(server, flow, {}, { other: rig.lane });
    await answering.write('When do you open?');
    await answering.write('Do giraffes sleep standing?');
    const [known, unknown] = await answering.sent();
    expect(known).toContain('We open at nine on weekdays.');
    expect(known).toContain('(When do you open?');
    expect(unknown).toBe('I do not know that.');
    expect(await answering.events()).toEqual(expect.arrayContaining(['knowledge_answered', 'knowledge_unknown']));
    const { rows } = await server.database.pool.query(
      'select question from knowledge_questions where knowledge_base_id = $1',
      [base.body._id],
    );
    expect(rows).toEqual([{ question: 'Do giraffes sleep standing?' }]);
  });

  test('sends the sentences that answer, not the text around them', async () => {
    const rig = await createBotRig(server, flowOf([{ ...onAny, on: 'keyword', keywords: ['never'] }, say('a', 'a')]));
    const base = await rig.call<{ _id: string }>('POST', '/knowledge-bases', { name: 'Shop' });
    const around = 'Our house is old and has seen many owners, some of them famous. '.repeat(6);
    const text = `${around}\n\nParcels are handed out at the back door until noon.`;
    await rig.call('POST', `/knowledge-bases/${base.body._id}/entries`, { kind: 'text', title: 'House', text });
    const flow = flowOf(
      [onAny, { id: 'look', kind: 'knowledge', knowledgeBaseIds: [base.body._id] }, { id: 'e', kind: 'end' }],
      ['look.answered>e'],
    );
    const answering = await createBotRig(server, flow, {}, { other: rig.lane });
    await answering.write('Where are parcels handed out?');
    expect(await answering.sent()).toEqual(['Parcels are handed out at the back door until noon.\n\n(House)']);
  });

  test('cannot be deployed with another workspace’s base, and finds nothing in a deleted base', async () => {
    const owner = await createBotRig(server, flowOf([{ ...onAny, on: 'keyword', keywords: ['never'] }, say('a', 'a')]));
    const base = await owner.call<{ _id: string }>('POST', '/knowledge-bases', { name: 'Theirs' });
    const entry = { kind: 'answer', title: 'What is the code?', text: 'The code is 1234.' };
    await owner.call('POST', `/knowledge-bases/${base.body._id}/entries`, entry);
    const flow = flowOf(
      [
        onAny,
        { id: 'look', kind: 'knowledge', knowledgeBaseIds: [base.body._id] },
        { id: 'e', kind: 'end' },
        say('sorry', 'I do not know that.'),
      ],
      ['look.unknown>sorry'],
    );
    await expect(createBotRig(server, flow)).rejects.toThrow('A knowledge base no longer exists');
    const own = await createBotRig(server, flow, {}, { other: owner.lane });
    await own.write('What is the code?');
    await owner.call('DELETE', `/knowledge-bases/${base.body._id}`);
    await own.write('What is the code?');
    expect(await own.sent()).toEqual([expect.stringContaining('The code is 1234.'), 'I do not know that.']);
    // A question to a deleted base is not listed as unanswered.
    const { rowCount } = await server.database.pool.query('select from knowledge_questions where question like $1', [
      '%the code%',
    ]);
    expect(rowCount).toBe(0);
  });

  test('finds answers by meaning with an embedding model, and by words when it doesn’t respond', async () => {
    const model = await startModelServer();
    model.embed(meaningVectors([['We take plastic.', 'Is Visa fine?']]));
    const endpoint = { baseUrl: model.baseUrl, apiKey: null, model: 'm', embeddingModel: 'e' };
    registerEndpointSource(server.platform, async () => ({ endpoint, sendsChats: false }));
    const rig = await createBotRig(server, flowOf([{ ...onAny, on: 'keyword', keywords: ['never'] }, say('a', 'a')]));
    const base = await rig.call<{ _id: string }>('POST', '/knowledge-bases', { name: 'Shop' });
    const knowledgeBaseIds = [base.body._id];
    const entry = { kind: 'text', title: '-', text: 'We take plastic.' };
    await rig.call('POST', `/knowledge-bases/${base.body._id}/entries`, entry);
    while (await makeDueVectors(server.platform, new AbortController().signal));
    const flow = flowOf(
      [onAny, { id: 'look', kind: 'knowledge', knowledgeBaseIds }, { id: 'e', kind: 'end' }, say('sorry', 'Sorry.')],
      ['look.answered>e', 'look.unknown>sorry'],
    );
    const answering = await createBotRig(server, flow, {}, { other: rig.lane });
    await answering.write('Is Visa fine?');
    await answering.write('Who was Napoleon?');
    model.embed(null);
    await answering.write('Is plastic fine?');
    const [meant, unknown, worded] = await answering.sent();
    expect(meant).toContain('We take plastic.');
    expect(unknown).toBe('Sorry.');
    expect(worded).toContain('We take plastic.');
    await model.close();
  });
});
