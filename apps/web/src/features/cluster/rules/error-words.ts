import i18next from 'i18next';
import '../texts.ts';

/** The error catalogue of spec 001 section 8, for what goes wrong outside of a component too. */
const t = i18next.getFixedT(null, 'cluster', 'errors');

/** What could not be done, and why: 'Unknown error' when nobody says. */
export const failed = (
  what: 'deleteFailed' | 'filteredDeleteFailed' | 'autoDeleteFailed' | 'prepareFailed' | 'logsFailed',
  message?: string,
): string => t(what, { message: message || t('unknown') });

export const unknownError = (): string => t('unknown');
export const podDeleted = (name: string): string => t('podDeleted', { name });
export const proxyUnavailable = (): string => t('proxyUnavailable');
export const gatewayFailed = (message?: string): string =>
  t('gatewayFailed', { message: (message || t('gatewayFetchFailed')).replace(/\.$/, '') });
export const containerLogFailed = (container: string, statusText: string, status: number): string =>
  t('containerLogFailed', { container, statusText, status });
export const podDetailsFailed = (message: string): string => t('podDetailsFailed', { message });
export const someNotDeleted = (failed: number, total: number, reasons: string): string =>
  t('someNotDeleted', { failed, total, reasons });
export const streamEnded = (): string => t('streamEnded');
export const logStopped = (): string => t('logStopped');
export const sessionsLoading = (): string => t('sessionsLoading');
export const sessionsFailed = (message?: string): string => message || t('sessionsFailed');

/** How a call failed: no answer at all, an answer with an error status, an empty answer, or a fault on this side. */
export type CallFailure =
  | { kind: 'network' }
  | { kind: 'status'; status: number; message?: string | undefined }
  | { kind: 'empty' }
  | { kind: 'other'; message?: string | undefined };

/** The nodes monitor's words for a failed fetch. */
export function nodesFailed(failure: CallFailure): string {
  if (failure.kind === 'network') return t('nodesNetwork');
  if (failure.kind === 'empty') return t('nodesEmpty');
  const status = failure.kind === 'status' ? failure.status : 0;
  if (status >= 500) return t('nodesServer', { message: failure.message || t('nodesServerUnknown') });
  if (status >= 400) return t('nodesRequest', { message: failure.message || t('nodesRequestUnknown') });
  return t('nodesOther', { message: failure.message || t('nodesOtherUnknown') });
}
