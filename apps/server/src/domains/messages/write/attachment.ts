import type { MessageBody } from '@switchyard/contracts/messages/body';

type BodyWithAttachment = Exclude<MessageBody, { kind: 'text' }>;
/** A message's body without its text. */
export type Attachment = BodyWithAttachment extends infer Body
  ? Body extends BodyWithAttachment
    ? Omit<Body, 'text'>
    : never
  : never;
