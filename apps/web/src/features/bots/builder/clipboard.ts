import { type BotEdge, type BotFlow, type BotNode, botFlow } from '@switchyard/contracts/bots/flow';
import { extractBodySecrets, extractUrlSecrets } from '@switchyard/contracts/bots/secrets';
import { newNodeId } from './new-node.ts';

const BESIDE_PX = 40;

/** Nodes and the connections between them as text, so that they can be pasted in another tab, too. */
export function copied(
  { nodes, edges }: { nodes: readonly BotNode[]; edges: readonly BotEdge[] },
  ids: ReadonlySet<string>,
): string {
  const chosen = nodes.filter(({ id, kind }) => ids.has(id) && kind !== 'trigger');
  const inside = new Set(chosen.map(({ id }) => id));
  const between = edges.filter(({ from, to }) => inside.has(from) && inside.has(to));
  return exported({ nodes: chosen, edges: between });
}

/** A flow as text for elsewhere. Values of headers stay behind, and so do secrets, which have to be given anew. */
export function exported({ nodes, edges }: { nodes: readonly BotNode[]; edges: readonly BotEdge[] }): string {
  const told = nodes.map((node) =>
    node.kind === 'http'
      ? {
          ...node,
          headers: node.headers.map(({ name }) => ({ name, value: '' })),
          url: extractUrlSecrets(node.url).url,
          body: extractBodySecrets(node.body).body,
          secrets: node.secrets?.map((secret) => ({ ...secret, secretId: null })),
        }
      : node,
  );
  return JSON.stringify({ format: 1, nodes: told, edges: [...edges] } satisfies BotFlow, null, 2);
}

/** What was copied, under new ids and a little beside; null: it is something else. */
export function pasted(text: string): Pick<BotFlow, 'nodes' | 'edges'> | null {
  const flow = readFlow(text);
  if (!flow) return null;
  const chosen = flow.nodes.filter(({ kind }) => kind !== 'trigger');
  const ids = new Map(chosen.map(({ id }) => [id, newNodeId()]));
  return {
    nodes: chosen.map((one) => ({ ...one, id: ids.get(one.id) ?? one.id, x: one.x + BESIDE_PX, y: one.y + BESIDE_PX })),
    edges: flow.edges.flatMap(({ from, outlet, to }) => {
      const [newFrom, newTo] = [ids.get(from), ids.get(to)];
      return newFrom && newTo ? [{ from: newFrom, outlet, to: newTo }] : [];
    }),
  };
}

/** A flow that was exported; null: the text is none. */
export function readFlow(text: string): BotFlow | null {
  try {
    return botFlow.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
