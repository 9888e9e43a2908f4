import { type APIRequestContext, expect } from '@playwright/test';
import type { OwnServer } from './own-server.ts';

type Node = { id: string; kind: string } & Record<string, unknown>;
type Own = Pick<OwnServer, 'url'>;

/** Builds a linear flow for the API, with further edges in `more`. */
export function flowOf(nodes: Node[], more: { from: string; outlet: string; to: string }[] = []) {
  const outlets: Record<string, string> = { ask: 'answered', wait: 'replied', condition: 'yes' };
  const edges = nodes
    .slice(0, -1)
    .map(({ id, kind }, at) => ({ from: id, outlet: outlets[kind] ?? 'next', to: nodes[at + 1]?.id ?? '' }));
  return { format: 1, nodes: nodes.map((node, at) => ({ x: at * 300, y: 0, ...node })), edges: [...edges, ...more] };
}

/** Creates and deploys a bot through the API as the signed-in user of `request`. */
export async function deployBot(request: APIRequestContext, own: Own, name: string, flow: object): Promise<string> {
  const headers = { origin: own.url };
  const made = await request.post(`${own.url}/api/bots`, { data: { name, description: '', flow }, headers });
  expect(made.status(), await made.text()).toBe(201);
  const { _id } = (await made.json()) as { _id: string };
  const settings = { gatherSeconds: 0, contactRule: 'all' };
  const deployed = await request.post(`${own.url}/api/bots/${_id}/deploy`, { data: { settings }, headers });
  expect(deployed.status(), await deployed.text()).toBe(200);
  return _id;
}

/** Waits until the workspace's engine is connected and returns its number. */
export async function engineNumber(request: APIRequestContext, own: Own): Promise<string> {
  let number = '';
  await expect
    .poll(
      async () => {
        const { data } = await (await request.get(`${own.url}/api/engines`)).json();
        const connected = (data as { status: string; phoneNumber: string | null }[]).find(
          ({ status }) => status === 'connected',
        );
        number = connected?.phoneNumber ?? '';
        return number;
      },
      { timeout: 60_000 },
    )
    .toMatch(/^\+/);
  return number;
}

/** Sends a message from someone on the simulated network to a number. */
export async function writeFrom(
  request: APIRequestContext,
  own: Own,
  { from, to, text }: { from: string; to: string; text: string },
) {
  const answer = await request.post(`${own.url}/simulator/accounts/${encodeURIComponent(from)}/messages`, {
    data: { to, text },
    headers: { origin: own.url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Returns what arrived at a number, and the number of duplicates. */
export async function deliveriesTo(request: APIRequestContext, own: Own, number: string) {
  const answer = await request.get(`${own.url}/simulator/deliveries?to=${encodeURIComponent(number)}&limit=100`);
  return (await answer.json()) as { duplicates: number; data: { text: string; from: string }[] };
}
