import { AUDIT_OUTCOMES } from '@switchyard/contracts/cluster/audit-log';
import { DELETION_CAUSES } from '@switchyard/contracts/cluster/pod-deletions';
import { amount, choice, combineCodecs, flag, text } from '../address/codecs.ts';

export const AUDIT_PAGE_SIZES = [25, 50, 100];

export interface AuditState {
  search: string;
  cause: (typeof DELETION_CAUSES)[number] | null;
  outcome: (typeof AUDIT_OUTCOMES)[number] | null;
  affectedOnly: boolean;
  /** Days, `2026-11-22`; empty: unbounded. */
  from: string;
  until: string;
  /** Id of the action whose details are open. */
  act: string;
  /** Pages from 0. */
  page: number;
  /** 0: the default. */
  size: number;
}

/** The audit's search parameters: `?q=engine-1&cause=auto-delete`. */
export const auditAddress = combineCodecs<AuditState>({
  search: text('q'),
  cause: choice<AuditState['cause']>('cause', DELETION_CAUSES, null),
  outcome: choice<AuditState['outcome']>('outcome', AUDIT_OUTCOMES, null),
  affectedOnly: flag('hit', 'some'),
  from: text('from'),
  until: text('until'),
  act: text('act'),
  page: amount('page'),
  size: amount('size'),
});

const DAY_MS = 86_400_000;

/** The request to the server; days are in the browser's zone, including all of the last. */
export function auditInput(state: AuditState) {
  const limit = AUDIT_PAGE_SIZES.find((size) => size === state.size) ?? 50;
  const dayAt = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00`) : Number.NaN);
  const instant = (atMs: number) => (Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString());
  const optional = {
    search: state.search.trim() || undefined,
    cause: state.cause ?? undefined,
    outcome: state.outcome ?? undefined,
    hit: state.affectedOnly ? ('some' as const) : undefined,
    from: instant(dayAt(state.from)),
    until: instant(dayAt(state.until) + DAY_MS),
  };
  const filters = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { limit, skip: Math.trunc(state.page) * limit, ...(filters as Partial<typeof optional>) };
}

/** Whether any filter is set. */
export const isAuditFiltered = (state: AuditState): boolean =>
  Boolean(state.search.trim() || state.cause || state.outcome || state.affectedOnly || state.from || state.until);
