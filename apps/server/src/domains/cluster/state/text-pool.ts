import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';

/** Maximum distinct texts. Beyond that the pool starts again empty; texts that were shared stay shared. */
const MAX_TEXTS = 50_000;

/**
 * Deduplicates equal texts. Every object parsed from JSON brings its own copies, and most texts of a pod (its node,
 * namespace, status) are those of thousands of others.
 */
export class TextPool {
  readonly #texts = new Map<string, string>();

  share(text: string): string {
    const shared = this.#texts.get(text);
    if (shared !== undefined) return shared;
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }

  pod<Row extends PodRow>(row: Row): Row {
    return {
      ...row,
      namespace: this.share(row.namespace),
      nodeName: this.share(row.nodeName),
      phase: this.share(row.phase),
      status: this.share(row.status),
      ready: this.share(row.ready),
      app: this.share(row.app),
      version: this.share(row.version),
      owner: this.share(row.owner),
      containers: row.containers.map((container) => ({
        ...container,
        name: this.share(container.name),
        ...(container.reason === undefined ? {} : { reason: this.share(container.reason) }),
        ...(container.lastReason === undefined ? {} : { lastReason: this.share(container.lastReason) }),
      })),
    };
  }

  node(row: NodeRow): NodeRow {
    return { ...row, version: this.share(row.version), machineType: this.share(row.machineType) };
  }
}
