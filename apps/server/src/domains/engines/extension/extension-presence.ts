import type { ExtensionPresence } from '@switchyard/contracts/live/topics';
import { topics } from '@switchyard/contracts/live/topics';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';

const presence = z.object({
  domain: z.string().regex(/^[a-z0-9.-]{1,253}$/),
  connectionTime: z.iso.datetime({ offset: true }),
}) satisfies z.ZodType<ExtensionPresence>;

/** A browser extension that is connected now. */
export interface ExtensionConnection extends ExtensionPresence {
  connectionId: string;
  userId: string;
}

/** More of one workspace are not kept: nobody opens so many browsers, and memory is not for strangers to fill. */
const MAX_PER_WORKSPACE = 50;

/** By running server, workspace and connection. In memory only, as the broker retains what is there. */
const connected = new WeakMap<Platform, Map<string, Map<string, ExtensionConnection>>>();

/** The extensions of a workspace that are connected now, longest first. */
export const extensionsOf = (platform: Platform, workspaceId: string): ExtensionConnection[] =>
  [...(connected.get(platform)?.get(workspaceId)?.values() ?? [])].sort((one, other) =>
    one.connectionTime.localeCompare(other.connectionTime),
  );

/** Follows the presence of every extension; `onChange` is told the workspace. @returns how to stop */
export function followExtensions(platform: Platform, onChange: (workspaceId: string) => void): () => void {
  const byWorkspace = new Map<string, Map<string, ExtensionConnection>>();
  connected.set(platform, byWorkspace);
  return platform.broker.subscribe(topics.everyExtensionPresence, (topic, payload) => {
    const [, workspaceId = '', , userId = '', connectionId = ''] = topic.split('/');
    const known = byWorkspace.get(workspaceId) ?? new Map<string, ExtensionConnection>();
    const told = payload === '' ? null : parse(payload);
    if (told) {
      if (known.size >= MAX_PER_WORKSPACE && !known.has(connectionId)) return;
      known.set(connectionId, { ...told, connectionId, userId });
      byWorkspace.set(workspaceId, known);
    } else {
      if (!known.delete(connectionId)) return;
      if (known.size === 0) byWorkspace.delete(workspaceId);
    }
    onChange(workspaceId);
  });
}

function parse(payload: string): ExtensionPresence | null {
  try {
    return presence.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
