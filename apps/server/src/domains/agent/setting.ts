import { addressOf } from '@switchyard/contracts/agent/results';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { findEngine, findGroups, sendingEngineOf } from '../engines/index.ts';
import { enginesOfMessages } from '../messages/index.ts';
import { isSuppressed } from '../suppression/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import type { Step } from './steps.ts';

/** What a confirmation shows besides its steps. */
export interface Setting {
  zone: string;
  /** The engine of each step, by name and number; null if the workspace has none. */
  engines: ReadonlyMap<Step, string | null>;
  /** Numbers of the steps that have opted out. */
  suppressed: ReadonlySet<string>;
}

/** The recipient of a step. */
export function addressee({ args, row, series }: Step): string {
  const entry = (args.contactList as { mobile?: string; id?: string }[] | undefined)?.[0];
  return addressOf(row?.recipientId ?? series?.recipientId ?? entry?.mobile ?? entry?.id ?? '');
}

/** Whether a step makes a message go out, now or later. */
export const sends = ({ tool }: Step): boolean =>
  ['schedule_message', 'resend_message', 'restore_message', 'reschedule_message'].includes(tool);

export async function readSetting(
  db: Db,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  steps: readonly Step[],
): Promise<Setting> {
  const workspace = await findWorkspace(db, workspaceId);
  return {
    zone: workspace?.zone ?? 'UTC',
    suppressed: await isSuppressed(db, workspaceId, steps.map(addressee)),
    engines: await enginesOf(db, workspaceId, steps.filter(sends)),
  };
}

/**
 * The engine for each step: an existing message's own, for a new group message one that is in the group, otherwise the
 * workspace's default engine.
 */
async function enginesOf(db: Db, workspaceId: string, steps: readonly Step[]): Promise<Setting['engines']> {
  const sending = await sendingEngineOf(db, workspaceId);
  const own = await enginesOfMessages(
    db,
    workspaceId,
    steps.flatMap(({ row }) => (row ? [row.id] : [])),
  );
  const groups = await findGroups(db, workspaceId, steps.map(addressee).filter(isGroupId), sending?.id ?? null);
  const ids = steps.map((step) => {
    const to = addressee(step);
    // Resending to a person creates a new message.
    const ofRow = step.tool === 'resend_message' && !isGroupId(to) ? null : own.get(step.row?.id ?? '');
    return ofRow ?? groups.get(to)?.engineId ?? sending?.id ?? null;
  });
  const names = new Map<string, string>();
  for (const id of new Set(ids)) {
    const engine = id && (await findEngine(db, { engineId: id, workspaceId }));
    if (engine) names.set(engine.id, nameOf(engine));
  }
  return new Map(steps.map((step, at) => [step, names.get(ids[at] ?? '') ?? null]));
}

const nameOf = ({ name, phoneNumber }: { name: string; phoneNumber: string | null }): string =>
  phoneNumber ? `${name} (${phoneNumber})` : name;
