import { type BotEdge, type BotFlow, type BotNode, botFlow } from '@switchyard/contracts/bots/flow';
import { extractBodySecrets, extractUrlSecrets } from '@switchyard/contracts/bots/secrets';
import { newNodeId } from './new-node.ts';

const BESIDE_PX = 40;

/** Nodes and the connections between them as text, so that they can also be pasted in another tab. */
export function serialiseNodes(
  { nodes, edges }: { nodes: readonly BotNode[]; edges: readonly BotEdge[] },
  ids: ReadonlySet<string>,
): string {
  const chosen = nodes.filter(({ id, kind }) => ids.has(id) && kind !== 'trigger');
  const inside = new Set(chosen.map(({ id }) => id));
  const between = edges.filter(({ from, to }) => inside.has(from) && inside.has(to));
  return serialiseFlow({ nodes: chosen, edges: between });
}

/** A flow as text for use elsewhere. Header values and secrets are left out and have to be entered again. */
export function serialiseFlow({ nodes, edges }: { nodes: readonly BotNode[]; edges: readonly BotEdge[] }): string {
  const sanitised = nodes.map((node) =>
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
  return JSON.stringify({ format: 1, nodes: sanitised, edges: [...edges] } satisfies BotFlow, null, 2);
}

/** Parses copied nodes, with new ids and slightly offset; null for any other text. */
export function parseNodes(text: string): Pick<BotFlow, 'nodes' | 'edges'> | null {
  const flow = parseFlow(text);
  if (!flow) return null;
  const chosen = flow.nodes.filter(({ kind }) => kind !== 'trigger');
  const ids = new Map(chosen.map(({ id }) => [id, newNodeId()]));
  return {
    nodes: chosen.map((node) => ({
      ...node,
      id: ids.get(node.id) ?? node.id,
      x: node.x + BESIDE_PX,
      y: node.y + BESIDE_PX,
    })),
    edges: flow.edges.flatMap(({ from, outlet, to }) => {
      const [newFrom, newTo] = [ids.get(from), ids.get(to)];
      return newFrom && newTo ? [{ from: newFrom, outlet, to: newTo }] : [];
    }),
  };
}

/** Parses an exported flow; null for any other text. */
export function parseFlow(text: string): BotFlow | null {
  try {
    return botFlow.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
