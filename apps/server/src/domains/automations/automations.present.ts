import type { Automation, AutomationRun } from '@switchyard/contracts/automations/operations';
import type { AutomationRow, RunRow } from './automations.queries.ts';

export const presentAutomation = (row: AutomationRow): Automation => ({
  _id: row.id,
  boardId: row.boardId,
  name: row.name,
  trigger: row.trigger,
  filters: row.filters,
  steps: row.steps,
  isActive: row.isActive,
  stoppedBecause: row.stoppedBecause,
  nextAt: row.nextAt?.toISOString() ?? null,
  lastRunAt: row.lastRunAt === null ? null : new Date(row.lastRunAt).toISOString(),
  version: row.version,
  createdAt: row.createdAt.toISOString(),
});

export const presentRun = (row: RunRow): AutomationRun => ({
  _id: row.id,
  state: row.state,
  itemId: row.itemId,
  subject: row.subject,
  steps: row.steps,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});
