import type { LiveEvent } from '@switchyard/contracts/live';
import type { MessageStatus } from '@switchyard/contracts/messages';
import type { LivePublisher } from '../../platform/platform.ts';

/** What a statement returns of a row that it changed: enough to tell browsers. */
export interface ChangedRow {
  id: string;
  status: MessageStatus;
  ack: number;
  version: number;
  send_failure_reason?: string | null;
  retry_count: number;
  updated_at: Date;
}

/** Tells the workspace's browsers what became of these rows. Call it after the commit. */
export function tellChanged(live: LivePublisher, workspaceId: string, rows: readonly ChangedRow[]): void {
  if (rows.length === 0) return;
  const changes: Extract<LiveEvent, { type: 'messages.changed' }>['changes'] = rows.map((row) => ({
    _id: row.id,
    status: row.status,
    ack: row.ack,
    version: row.version,
    sendFailureReason: row.send_failure_reason ?? null,
    retryCount: row.retry_count,
    updatedAt: row.updated_at.toISOString(),
  }));
  live.toWorkspace(workspaceId, { type: 'messages.changed', changes });
}

/** Tells the workspace's browsers that rows came, went or changed in their contents. Call it after the commit. */
export const tellStale = (live: LivePublisher, workspaceId: string): void =>
  live.toWorkspace(workspaceId, { type: 'messages.stale' });
