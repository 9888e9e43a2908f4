import { describe, expect, it } from 'vitest';
import { type FormattedSpan, isFormatted, parseFormatting } from './formatting.ts';

/** Writes formatting as text: `<bold hello>`. */
const format = (spans: readonly FormattedSpan[]): string =>
  spans
    .map((span) =>
      'parts' in span
        ? `<${span.kind} ${format(span.parts)}>`
        : span.kind === 'text'
          ? span.text
          : `<${span.kind} ${span.text}>`,
    )
    .join('');
const formatted = (text: string) => format(parseFormatting(text));

describe('formatting of a message', () => {
  it.each([
    ['*Sale* ends _today_, ~10~ 8 €', '<bold Sale> ends <italic today>, <struck 10> 8 €'],
    ['*_both_*', '<bold <italic both>>'],
    ['(*so*)!', '(<bold so>)!'],
    ['```let a = *b*\nnext```', '<mono let a = *b*\nnext>'],
    ['*bold ```mono```*', '*bold <mono mono>*'],
    ['see https://example.com/a_b_c.', 'see <link https://example.com/a_b_c>.'],
    ['www.example.com, please', '<link www.example.com>, please'],
    ['שלום *עולם*', 'שלום <bold עולם>'],
  ])('%s', (text, expected) => {
    expect(formatted(text)).toBe(expected);
  });

  it.each([
    ...[
      '2 * 3 * 4',
      'a*b*c',
      'snake_case_name',
      '* not bold*',
      '*not bold *',
      '*over\nlines*',
      '**',
      '~',
      '```open',
      'httpfoo',
    ],
  ])('leaves unchanged: %s', (text) => {
    expect(formatted(text)).toBe(text);
    expect(isFormatted(parseFormatting(text))).toBe(false);
  });

  it('links an address without a scheme to https', () => {
    expect(parseFormatting('www.example.com')).toEqual([
      { kind: 'link', text: 'www.example.com', href: 'https://www.example.com' },
    ]);
  });

  it('loses nothing of the longest text, however many marks are open', () => {
    const text = '*a _b ~c '.repeat(7_000);
    expect(formatted(text)).toBe(text);
  });
});
