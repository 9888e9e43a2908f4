import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultAt } from '@switchyard/contracts/text/faults';
import { REFUSAL_TEXTS } from '@switchyard/contracts/text/refusals';
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { refusalTexts } from './refusal-texts.ts';

/** Where no server has answered. */
const OURS = ['OFFLINE', 'TIMED_OUT', 'UNREADABLE'];

afterEach(() => i18next.changeLanguage('en'));

const CONTRACTS = join(import.meta.dirname, '../../../../../packages/contracts/src');

it('has the words of the contracts, to the letter', () => {
  const contracts = readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(CONTRACTS, file), 'utf8'));
  const said = (code: string, text: string) =>
    contracts.some((contract) =>
      contract.split(`  ${code}: {`).some((part, at) => at > 0 && part.split('}')[0]?.includes(`message: '${text}'`)),
    );
  const own = Object.entries(refusalTexts).filter(
    ([code]) => !OURS.includes(code) && !Object.hasOwn(REFUSAL_TEXTS, code),
  );
  expect(own.filter(([code, text]) => !said(code, text))).toEqual([]);
});

it('is in the reader’s language, unless the server worded it for this one case', async () => {
  i18next.addResourceBundle('de', 'refusal', { LAST_OWNER: 'Es braucht einen Inhaber.' }, true, true);
  await i18next.changeLanguage('de');
  const refusal = (message: string) => new ApiError({ code: 'LAST_OWNER', status: 409, message, requestId: null });
  expect(refusal(refusalTexts.LAST_OWNER).message).toBe('Es braucht einen Inhaber.');
  expect(refusal('Ada is its only owner.').message).toBe('Ada is its only owner.');
});

it('is in the reader’s language for a case that the server has a sentence for, whatever its code', async () => {
  i18next.addResourceBundle('de', 'refusal', { nothingSold: 'Hier wird nichts verkauft.' }, true, true);
  await i18next.changeLanguage('de');
  const refusal = new ApiError({ code: 'FORBIDDEN', status: 403, message: REFUSAL_TEXTS.nothingSold, requestId: null });
  expect(refusal.message).toBe('Hier wird nichts verkauft.');
});

it('says faults of fields in the reader’s language, figures too, and leaves English what it has no words for', async () => {
  i18next.addResourceBundle('de', 'fault', { tooLong: 'Höchstens {{maximum}} Zeichen.' }, true, true);
  await i18next.changeLanguage('de');
  const known = faultAt('name', 'tooLong', { maximum: 65_536 });
  const own = { field: 'driver', message: 'There is no such driver.' };
  const refused = (message: string) =>
    new ApiError({ code: 'X', status: 422, message, requestId: null, data: { faults: [known, own] } });
  expect(refused('X').faultOf('name')).toBe('Höchstens 65.536 Zeichen.');
  expect(refused('X').faultOf('driver')).toBe('There is no such driver.');
  expect(refused(known.message).message).toBe('Höchstens 65.536 Zeichen.');
});
