import { expect, it } from 'vitest';
import { declareTexts, inEnglish, readText, storedText, TextError, textOf } from './registry.ts';
import { joinTexts, text } from './text.ts';
import '../refusals.ts';

it('throws if another domain has already declared the code', () => {
  declareTexts({ aTestText: 'One.' });
  expect(() => declareTexts({ aTestText: 'Another.' })).toThrow('The text aTestText is declared twice.');
  expect(() => declareTexts({ whatsappSilent: 'Silence.' })).toThrow('whatsappSilent');
  expect(() => declareTexts({ NOT_FOUND: 'Nothing.' })).toThrow('NOT_FOUND');
});

it('formats a text in English, with numbers and texts inserted', () => {
  expect(inEnglish(text('messageTooLong', { maximum: 65_536, length: 70_000 }))).toBe(
    'A message has at most 65,536 characters; this one has 70,000.',
  );
  expect(inEnglish(text('engineCouldNot', { reason: text('whatsappSilent') }))).toBe(
    'The connection couldn’t do it: WhatsApp didn’t respond.',
  );
  expect(inEnglish(joinTexts([text('rowNul'), 'socket hang up']))).toBe(
    'Message contains a NUL character; socket hang up',
  );
  expect(inEnglish('their own words')).toBe('their own words');
});

it('shows unknown codes', () => {
  expect(inEnglish({ code: 'ofALaterVersion' })).toBe('Unknown reason (ofALaterVersion).');
});

it.each([
  [text('whatsappRefused', { code: '408' }), '{"code":"whatsappRefused","data":{"code":"408"}}'],
  [text('whatsappSilent'), '{"code":"whatsappSilent"}'],
  ['socket hang up', 'socket hang up'],
  ['{"code":"whatsappSilent"}', ' {"code":"whatsappSilent"}'],
])('is stored and read as it is: %j', (value, stored) => {
  expect(storedText(value)).toBe(stored);
  expect(readText(stored)).toEqual(typeof value === 'string' ? stored : value);
});

it('shows stored text that cannot be parsed verbatim', () => {
  expect(readText('{"code":"what')).toBe('{"code":"what');
});

it('is the text of a TextError, whose message is its English version', () => {
  const error = new TextError(text('addressNoHost'));
  expect(error.message).toBe('This host doesn’t exist.');
  expect(textOf(error)).toEqual({ code: 'addressNoHost' });
  expect(textOf(new Error('socket hang up'))).toBe('socket hang up');
});
