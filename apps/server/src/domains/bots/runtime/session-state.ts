import type { ReceivedKind } from '@switchyard/contracts/engine-protocol';

/** What variables of a flow may hold. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Values = Record<string, Value>;

/** A message that was heard from the contact. */
export interface Heard {
  /** Of `received_messages`; of a test, of its own. */
  id: string;
  kind: ReceivedKind;
  text: string;
  choices: string[] | null;
  fileName: string | null;
  /** When it was written, by WhatsApp, and when we heard of it: ISO 8601. */
  at: string;
  heardAt: string;
}

/** What a session stands still for. */
export type Wait =
  | { kind: 'reply'; until: string | null; tries: number }
  | { kind: 'delay'; until: string }
  /** A person has it, and it goes on behind its node. */
  | { kind: 'person' };

/** What a session keeps between pieces of work. */
export interface SessionState {
  vars: Values;
  wait: Wait | null;
  /** The words of the latest input. */
  lastText: string;
}

export const newState = (): SessionState => ({ vars: {}, wait: null, lastText: '' });
