import { sentenceWith } from '@switchyard/contracts/text/sentences';
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

it('says a sentence with figures, days and sentences in it in the reader’s language', () => {
  const credits = sentenceWith('campaignCredits', { needed: 12000, left: 3, date: '2026-12-01' });
  expect(translateText(credits)).toBe(
    'Sie kostet 12.000 Credits, einen je Empfänger, und 3 sind noch da. Neue gibt es am 01.12.2026.',
  );
  expect(translateText(sentenceWith('cannotSend', { engine: 'Business Cloud API', what: 'polls' }))).toBe(
    'Die Verbindung dieses Arbeitsbereichs (Business Cloud API) kann Umfragen nicht senden.',
  );
  expect(translateText('COUNT: COUNT appears twice.')).toBe('COUNT: COUNT steht zweimal da.');
});

it('leaves the digits of a code as they are', () => {
  expect(translateText('WhatsApp refused the message (131047)')).toBe('WhatsApp hat die Nachricht abgewiesen (131047)');
});

it('knows a fault by its text where nothing else of it is left', () => {
  expect(translateText('Its list was deleted')).toBe(german.itsListGone);
});

it('says several of a row, one behind the other', () => {
  expect(
    translateText(
      'Status “gone” cannot be imported; use pending, sent, failed or cancelled; Due Date “x; y” is not a date',
    ),
  ).toBe(
    'Status „gone“ lässt sich nicht importieren; benutzen Sie pending, sent, failed oder cancelled; Due Date “x; y” ist kein Datum',
  );
  expect(translateText('File parsing error: the file is empty')).toBe(
    'Fehler beim Lesen der Datei: die Datei ist leer',
  );
});

it('leaves what nobody has words for as it is', () => {
  expect(translateText('socket hang up')).toBe('socket hang up');
});

it('is in what a refusal says, and in its faults without a code', () => {
  const message = sentenceWith('savedMeanwhile');
  const faults = [{ field: 'nodes.ask', message: 'Two choices are the same.' }];
  const refused = new ApiError({ code: 'TOO_LATE', status: 409, message, requestId: null, data: { faults } });
  expect(refused.message).toBe(de.savedMeanwhile);
  expect(refused.faultOf('nodes.ask')).toBe(de.nodeChoicesAlike);
});
