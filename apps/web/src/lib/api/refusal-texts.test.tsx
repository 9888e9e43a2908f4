import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultAt } from '@switchyard/contracts/text/faults';
import { REFUSAL_TEXTS } from '@switchyard/contracts/text/refusals';
import { inEnglish, type Text, textOfFault } from '@switchyard/contracts/text/registry';
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { refusalTexts } from './refusal-texts.ts';

const FORBIDDEN = { code: 'FORBIDDEN', status: 403, requestId: null };

/** Codes of our own, when no server has answered. */
const OURS = ['OFFLINE', 'TIMED_OUT', 'UNREADABLE'];

afterEach(() => i18next.changeLanguage('en'));

const CONTRACTS = join(import.meta.dirname, '../../../../../packages/contracts/src');

it('has the texts of the contracts, word for word', () => {
  const contracts = readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(CONTRACTS, file), 'utf8'));
  const errorWith = (code: string, text: string) =>
    contracts.some((contract) =>
      contract.split(`  ${code}: {`).some((part, at) => at > 0 && part.split('}')[0]?.includes(`message: '${text}'`)),
    );
  const own = Object.entries(refusalTexts).filter(
    ([code]) => !OURS.includes(code) && !Object.hasOwn(REFUSAL_TEXTS, code),
  );
  expect(own.filter(([code, text]) => !errorWith(code, text))).toEqual([]);
});

it('is in the reader’s language', async () => {
  i18next.addResourceBundle('de', 'refusal', { LAST_OWNER: 'Es braucht einen Inhaber.' }, true, true);
  await i18next.changeLanguage('de');
  const refusal = (text?: Text) =>
    new ApiError({ code: 'LAST_OWNER', status: 409, message: 'Ada is its only owner.', text, requestId: null });
  expect(refusal({ code: 'LAST_OWNER' }).message).toBe('Es braucht einen Inhaber.');
  expect(refusal().message).toBe('Ada is its only owner.');
});

it('uses the reader’s language for a case with its own text, whatever its code', async () => {
  i18next.addResourceBundle('de', 'refusal', { nothingSold: 'Hier wird nichts verkauft.' }, true, true);
  await i18next.changeLanguage('de');
  const refusal = new ApiError({ ...FORBIDDEN, message: REFUSAL_TEXTS.nothingSold, text: { code: 'nothingSold' } });
  expect(refusal.message).toBe('Hier wird nichts verkauft.');
});

it('shows an unknown code with what to quote, and never an empty message', () => {
  const text = { code: 'ofALaterVersion' };
  const unknown = 'Unknown reason (ofALaterVersion). Request ID: r-1.';
  expect(new ApiError({ ...FORBIDDEN, message: '', text, requestId: 'r-1' }).message).toBe(unknown);
  expect(new ApiError({ ...FORBIDDEN, message: inEnglish(text), text, requestId: 'r-1' }).message).toBe(unknown);
  expect(new ApiError({ ...FORBIDDEN, message: '', text }).message).toBe('Unknown reason (ofALaterVersion).');
  // A newer server, which has the words.
  expect(new ApiError({ ...FORBIDDEN, message: 'Not on Sundays.', text }).message).toBe('Not on Sundays.');
});

it('translates faults of fields, figures included, and leaves unknown ones in English', async () => {
  i18next.addResourceBundle('de', 'fault', { tooLong: 'Höchstens {{maximum}} Zeichen.' }, true, true);
  await i18next.changeLanguage('de');
  const known = faultAt('name', 'tooLong', { maximum: 65_536 });
  const own = { field: 'driver', message: 'There is no such driver.' };
  const refused = (text?: Text) =>
    new ApiError({ code: 'X', status: 422, message: 'X', text, requestId: null, data: { faults: [known, own] } });
  expect(refused().faultOf('name')).toBe('Höchstens 65.536 Zeichen.');
  expect(refused().faultOf('driver')).toBe('There is no such driver.');
  expect(refused(textOfFault(known)).message).toBe('Höchstens 65.536 Zeichen.');
});
