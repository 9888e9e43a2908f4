import i18next from 'i18next';
import { ApiError, failureMessage } from '../lib/api/api-error.ts';
import './texts.ts';

/** Why something failed, in plain text: the server's or ours, never that of an exception in the page. */
export const failureText = (failure: unknown): string =>
  failure instanceof ApiError ? failure.message : (failureMessage(failure) ?? i18next.t('shell:error.crash'));

/** As failureText, but field by field when the error is about fields. */
export const faultText = (failure: unknown): string =>
  failure instanceof ApiError && failure.faults.length > 0
    ? failure.faults.map(({ message }) => message).join(' ')
    : failureText(failure);
