import { type BotNode, type BotNodeKind, botNode } from '@switchyard/contracts/bots/flow';

/** Kinds that can be added, in the order in which they are offered; a flow has its one trigger from the start. */
export const ADDED_KINDS = [
  'send',
  'ask',
  'condition',
  'switch',
  'set',
  'wait',
  'delay',
  'label',
  'contact',
  'http',
  'knowledge',
  'aiReply',
  'aiExtract',
  'flow',
  'handover',
  'end',
] as const satisfies readonly BotNodeKind[];

/** So short that people can tell two apart in an export. */
const ID_BYTES = 4;

export const newNodeId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A node with the contract's usual settings, at a place on the canvas. */
export const newNode = (kind: BotNodeKind, place: { x: number; y: number }): BotNode =>
  botNode.parse({ id: newNodeId(), kind, ...place });
