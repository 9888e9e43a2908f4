import { type BotNode, type BotNodeKind, botNode } from '@switchyard/contracts/bots/flow';

/** Kinds that can be added, in menu order; a flow has its one trigger from the start. */
export const KIND_GROUPS = [
  { group: 'talk', kinds: ['send', 'ask', 'wait'] },
  { group: 'logic', kinds: ['condition', 'switch', 'set', 'delay', 'flow'] },
  { group: 'data', kinds: ['label', 'contact', 'board', 'http'] },
  { group: 'ai', kinds: ['knowledge', 'aiReply', 'aiExtract'] },
  { group: 'end', kinds: ['handover', 'end'] },
] as const satisfies readonly { group: string; kinds: readonly BotNodeKind[] }[];

export type KindGroup = (typeof KIND_GROUPS)[number]['group'];
export type AddedKind = (typeof KIND_GROUPS)[number]['kinds'][number];

export const ADDED_KINDS: readonly AddedKind[] = KIND_GROUPS.flatMap(({ kinds }) => kinds);

/** Short enough for people to tell ids apart in an export. */
const ID_BYTES = 4;

export const newNodeId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A node with the contract's defaults, at a position on the canvas. */
export const newNode = (kind: BotNodeKind, place: { x: number; y: number }): BotNode =>
  botNode.parse({ id: newNodeId(), kind, ...place });
