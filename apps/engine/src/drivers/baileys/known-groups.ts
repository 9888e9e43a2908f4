import type { GroupMetadata, WASocket } from 'baileys';

/** A group of a thousand members takes some 200 kB. */
const MAX_KEPT = 20;

/**
 * Who is in the groups that were written to last, so that not each message asks WhatsApp for it; what changes in one is
 * asked for anew. Lives with its connection.
 */
export class KnownGroups {
  /** In the order in which they were written to. */
  readonly #groups = new Map<string, Promise<GroupMetadata>>();

  /** Forgets whatever the connection tells a change of. */
  listen({ ev }: Pick<WASocket, 'ev'>): void {
    ev.on('groups.upsert', (groups) => this.#forget(groups));
    ev.on('groups.update', (groups) => this.#forget(groups));
    ev.on('group-participants.update', (group) => this.#forget([group]));
  }

  /** @param ask asks WhatsApp; what it throws is thrown, and nothing is kept of it */
  of(jid: string, ask: () => Promise<GroupMetadata>): Promise<GroupMetadata> {
    const group = this.#groups.get(jid) ?? ask();
    this.#groups.delete(jid);
    this.#groups.set(jid, group);
    group.catch(() => {
      if (this.#groups.get(jid) === group) this.#groups.delete(jid);
    });
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > MAX_KEPT && oldest !== undefined) this.#groups.delete(oldest);
    return group;
  }

  #forget(groups: readonly { id?: string }[]): void {
    for (const { id } of groups) if (id !== undefined) this.#groups.delete(id);
  }
}
