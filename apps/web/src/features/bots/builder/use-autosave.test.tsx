import type { BotFlow } from '@switchyard/contracts/bots/flow';
import type { BotDetail } from '@switchyard/contracts/bots/operations';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { createFlowStore, type FlowStore } from './flow-store.ts';
import { useAutosave } from './use-autosave.ts';

const ID = '019a0000-0000-7000-8000-0000000000b0';
const server = fakeServer();
const nodeCalled = (name: string) => ({ id: 'say', kind: 'send', name, x: 0, y: 0, text: 'Hi', attachment: null });
const flowCalled = (name: string) => ({ format: 1, nodes: [nodeCalled(name)], edges: [] }) as unknown as BotFlow;

/** Shows the save state, and saves at once when clicked. */
function State({ bot, store }: { bot: BotDetail; store: FlowStore }) {
  const { state, save } = useAutosave(bot, store);
  return (
    <button type="button" onClick={() => void save()}>
      {state}
    </button>
  );
}

interface Sent {
  revision: number;
  draft: BotFlow;
  saveId: string;
  unanswered: string[];
}

/** The server's bot, and a switch for its responses. */
async function building() {
  const there = { revision: 1, lastSaveId: '', names: [] as string[] };
  let isLost = false;
  const save = ({ revision: from, draft, saveId, unanswered }: Sent) => {
    if (from !== there.revision && !unanswered.includes(there.lastSaveId))
      return refusal(409, 'TOO_LATE', { status: 'changed', version: there.revision });
    const revision = there.revision + 1;
    Object.assign(there, { revision, lastSaveId: saveId });
    there.names.push(String(draft.nodes[0]?.name));
    return { revision, faults: [] };
  };
  server.on(`PATCH /api/bots/${ID}`, ({ body }) => {
    const answer = save(body as Sent);
    if (isLost) throw new TypeError('the connection broke');
    return answer;
  });
  const draft = flowCalled('first');
  const store = createFlowStore(draft);
  const bot = { _id: ID, revision: 1, draft, faults: [] } as unknown as BotDetail;
  const { user } = await renderPart(<State bot={bot} store={store} />);
  const rename = async (name: string) => {
    store.getState().change('say', { name } as never);
    await user.click(screen.getByRole('button'));
  };
  const lose = (whether: boolean) => {
    isLost = whether;
  };
  return { there, rename, lose };
}

it('continues after lost responses, although the changes were saved', async () => {
  const { there, rename, lose } = await building();
  lose(true);
  await rename('second');
  await screen.findByText('failed');
  await rename('third');
  await waitFor(() => expect(there.names).toEqual(['second', 'third']));
  await screen.findByText('failed');
  lose(false);
  await rename('fourth');
  await screen.findByText('saved');
  await rename('fifth');
  await waitFor(() => expect(there.names).toEqual(['second', 'third', 'fourth', 'fifth']));
  expect(server.sent(`PATCH /api/bots/${ID}`).at(-1)?.body).toMatchObject({ revision: 4, unanswered: [] });
});

it('never overwrites somebody else’s save that followed a lost one', async () => {
  const { there, rename, lose } = await building();
  lose(true);
  await rename('second');
  await screen.findByText('failed');
  lose(false);
  Object.assign(there, { revision: 3, lastSaveId: null });
  await rename('third');
  await screen.findByText('conflict');
  expect(there.names).toEqual(['second']);
  // And does not request it again and again.
  const requests = server.sent(`PATCH /api/bots/${ID}`).length;
  await rename('fourth');
  expect(server.sent(`PATCH /api/bots/${ID}`)).toHaveLength(requests);
});

it('never overwrites a save that was made instead of it', async () => {
  const { rename } = await building();
  server.on(`PATCH /api/bots/${ID}`, () => {
    throw new TypeError('the connection broke');
  });
  await rename('second');
  await screen.findByText('failed');
  server.on(`PATCH /api/bots/${ID}`, () => refusal(409, 'TOO_LATE', { status: 'changed', version: 2 }));
  await rename('third');
  await screen.findByText('conflict');
});
