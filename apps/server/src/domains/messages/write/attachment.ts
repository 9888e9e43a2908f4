import type { MessageBody } from '@switchyard/contracts/messages/body';

type Carrying = Exclude<MessageBody, { kind: 'text' }>;
/** A message's body without its words. */
export type Attachment = Carrying extends infer One ? (One extends Carrying ? Omit<One, 'text'> : never) : never;
