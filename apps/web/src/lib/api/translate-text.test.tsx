import { joinTexts, text } from '@switchyard/contracts/text/text';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { translateText } from './translate-text.ts';
import './sentence-texts.ts';
import german from '../i18n/locales/de/fault.json' with { type: 'json' };
import de from '../i18n/locales/de/sentence.json' with { type: 'json' };

beforeEach(async () => {
  i18next.addResourceBundle('de', 'sentence', de, true, true);
  i18next.addResourceBundle('de', 'fault', german, true, true);
  await i18next.changeLanguage('de');
});
afterEach(() => i18next.changeLanguage('en'));

it('says a text with figures, days and texts in it in the reader’s language', () => {
  const credits = text('campaignCredits', { needed: 12000, left: 3, date: '2026-12-01' });
  expect(translateText(credits)).toBe(
    'Sie kostet 12.000 Credits, einen je Empfänger, und 3 sind noch da. Neue gibt es am 01.12.2026.',
  );
  expect(translateText(text('cannotSend', { engine: 'Business Cloud API', what: text('polls') }))).toBe(
    'Die Verbindung dieses Arbeitsbereichs (Business Cloud API) kann Umfragen nicht senden.',
  );
  expect(translateText(text('partOfRule', { part: 'COUNT', fault: text('rulePartTwice', { part: 'COUNT' }) }))).toBe(
    'COUNT: COUNT steht zweimal da.',
  );
});

it('leaves the digits of a code as they are', () => {
  expect(translateText(text('whatsappRefused', { code: '131047' }))).toBe(
    'WhatsApp hat die Nachricht abgewiesen (131047)',
  );
});

it('says several of a row, one behind the other', () => {
  const due = text('cellNoDate', { cell: 'Due Date “x; y”' });
  expect(translateText(joinTexts([text('rowStatus', { written: 'gone' }), due]))).toBe(
    'Status „gone“ lässt sich nicht importieren; benutzen Sie pending, sent, failed oder cancelled; Due Date “x; y” ist kein Datum',
  );
});

it('leaves somebody’s words as they are, and shows a code that nobody knows', () => {
  expect(translateText('WhatsApp didn’t respond')).toBe('WhatsApp didn’t respond');
  expect(translateText({ code: 'ofALaterVersion', data: { times: 3 } })).toBe('Unknown reason (ofALaterVersion).');
});

it('is in what a refusal says, and in the faults of its fields', () => {
  const faults = [{ field: 'nodes.ask', message: 'Two choices are the same.', code: 'nodeChoicesAlike' }];
  const refused = new ApiError({
    code: 'TOO_LATE',
    status: 409,
    message: 'Someone else saved it in the meantime. Load it again.',
    text: text('savedMeanwhile'),
    requestId: null,
    data: { faults },
  });
  expect(refused.message).toBe(de.savedMeanwhile);
  expect(refused.faultOf('nodes.ask')).toBe(de.nodeChoicesAlike);
});
