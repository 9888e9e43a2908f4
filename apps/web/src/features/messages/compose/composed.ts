import type { Message } from '@switchyard/contracts/message';

/** What is composed: a new message (`at`: wall-clock time to start with; `to`: a contact), or one that exists. */
export type Composed = { at?: string; to?: { name: string; mobile: string } } | { message: Message };
