import i18next from 'i18next';
import { errorFromFailure, failureMessage } from '../../../lib/api/api-error.ts';
import '../texts.ts';

/** The error catalogue of spec 001 section 8, also usable outside components. */
const t = i18next.getFixedT(null, 'cluster', 'errors');

/** Why something failed, in plain text; undefined if no reason was given. */
const givenReason = (failure: unknown): string | undefined =>
  typeof failure === 'string' ? failure || undefined : failureMessage(failure);

/** Why something failed; 'Unknown error' without a reason. @param failure what was thrown, or its message */
export const reasonOf = (failure: unknown): string => givenReason(failure) ?? t('unknown');

/** What could not be done, and why. */
export const failed = (
  what: 'deleteFailed' | 'filteredDeleteFailed' | 'autoDeleteFailed' | 'prepareFailed',
  failure?: unknown,
): string => t(what, { message: reasonOf(failure) });

/** A broken stream throws the same error as an unreachable server. */
export const logsFailed = (failure: unknown): string =>
  t('logsFailed', { message: reasonOf(failure instanceof TypeError ? errorFromFailure(failure) : failure) });
export const podDetailsFailed = (failure: unknown): string => t('podDetailsFailed', { message: reasonOf(failure) });
export const podDeleted = (name: string): string => t('podDeleted', { name });
export const proxyUnavailable = (): string => t('proxyUnavailable');
export const gatewayFailed = (failure?: unknown): string =>
  t('gatewayFailed', { message: (givenReason(failure) ?? t('gatewayFetchFailed')).replace(/\.$/, '') });
export const containerLogFailed = (container: string, statusText: string, status: number): string =>
  t('containerLogFailed', { container, statusText, status });
export const someNotDeleted = (failed: number, total: number, reasons: string): string =>
  t('someNotDeleted', { failed, total, reasons });
/** The first names of many. */
export const firstNames = (names: readonly string[], count: number): string =>
  names.length <= count
    ? names.join(', ')
    : t('moreNames', { names: names.slice(0, count).join(', '), count: names.length - count });
export const streamEnded = (): string => t('streamEnded');
export const logStopped = (): string => t('logStopped');
export const sessionsLoading = (): string => t('sessionsLoading');
export const sessionsFailed = (failure?: unknown): string => givenReason(failure) ?? t('sessionsFailed');

/** How a call failed: no response, a response with an error status, an empty response, or an error on this side. */
export type CallFailure =
  | { kind: 'network' }
  | { kind: 'status'; status: number; message?: string | undefined }
  | { kind: 'empty' }
  | { kind: 'other'; message?: string | undefined };

/** The nodes monitor's message for a failed fetch. */
export function nodesFailed(failure: CallFailure): string {
  if (failure.kind === 'network') return t('nodesNetwork');
  if (failure.kind === 'empty') return t('nodesEmpty');
  const status = failure.kind === 'status' ? failure.status : 0;
  if (status >= 500) return t('nodesServer', { message: failure.message || t('nodesServerUnknown') });
  if (status >= 400) return t('nodesRequest', { message: failure.message || t('nodesRequestUnknown') });
  return t('nodesOther', { message: failure.message || t('nodesOtherUnknown') });
}
