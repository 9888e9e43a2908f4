import type { ActionDeps } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { contacts } from '../../contacts/contacts.schema.ts';

export type ContactRow = typeof contacts.$inferSelect;

/** The context for every part of the demo's story: the demo workspace and its people. */
export interface Story {
  deps: ActionDeps & Pick<Platform, 'secret'>;
  /** The owner. */
  actor: Actor;
  workspaceId: string;
  engineId: string;
  now: Date;
  colleagues: { ivy: Colleague; tom: Colleague };
  /** By contact name. */
  contacts: ReadonlyMap<string, ContactRow>;
}

export interface Colleague {
  id: string;
  name: string;
}

const MINUTE_MS = 60_000;
export const MINUTES_A_DAY = 24 * 60;

export const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);

/** Returns a contact of the cast. */
export function contactNamed({ contacts }: Pick<Story, 'contacts'>, name: string): ContactRow {
  const contact = contacts.get(name);
  if (!contact) throw new Error(`${name} is not in the address book of the demo`);
  return contact;
}
