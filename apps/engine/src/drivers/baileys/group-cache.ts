import type { GroupMetadata, WASocket } from 'baileys';

/** A group of a thousand members takes about 200 kB. */
const MAX_GROUPS = 20;

/**
 * Caches the members of recently used groups, so that not every message requests them from WhatsApp. A changed group is
 * requested again. Lives as long as its connection.
 */
export class GroupCache {
  /** In order of last use. */
  readonly #groups = new Map<string, Promise<GroupMetadata>>();

  /** Removes groups that the connection reports a change of. */
  listen({ ev }: Pick<WASocket, 'ev'>): void {
    ev.on('groups.upsert', (groups) => this.#forget(groups));
    ev.on('groups.update', (groups) => this.#forget(groups));
    ev.on('group-participants.update', (group) => this.#forget([group]));
  }

  /** @param load requests the group from WhatsApp; if it rejects, the error is passed on and nothing is cached */
  of(jid: string, load: () => Promise<GroupMetadata>): Promise<GroupMetadata> {
    const group = this.#groups.get(jid) ?? load();
    this.#groups.delete(jid);
    this.#groups.set(jid, group);
    group.catch(() => {
      if (this.#groups.get(jid) === group) this.#groups.delete(jid);
    });
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > MAX_GROUPS && oldest !== undefined) this.#groups.delete(oldest);
    return group;
  }

  #forget(groups: readonly { id?: string }[]): void {
    for (const { id } of groups) if (id !== undefined) this.#groups.delete(id);
  }
}
