import i18next from 'i18next';
import { ApiError, failureMessage } from '../lib/api/api-error.ts';
import './texts.ts';

/** Why something failed, in words for people: the server's or ours, never those of a fault in the page. */
export const failureText = (failure: unknown): string =>
  failure instanceof ApiError ? failure.message : (failureMessage(failure) ?? i18next.t('shell:error.crash'));

/** The same, field by field where it is about fields. */
export const faultText = (failure: unknown): string =>
  failure instanceof ApiError && failure.faults.length > 0
    ? failure.faults.map(({ message }) => message).join(' ')
    : failureText(failure);
