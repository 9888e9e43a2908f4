import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownSentence, SENTENCES, type SentenceKey, sentenceWith } from './sentences.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PLACE = '{{}}';

/** Those whose English is put together from pieces where it is said. */
const PUT_TOGETHER: Partial<Record<SentenceKey, string>> = {
  storageFull:
    'This workspace can store {{}} of files and uses {{}}. Files are removed some time after the last message',
  notPicture: 'This file isn’t {{}}.',
  notVideo: 'This file isn’t {{}}.',
  notSound: 'This file isn’t {{}}.',
  rulePartRange: '{{}} is a whole number from {{}} to {{}}{{}}; not "{{}}".',
  rulePartSignedRange: '{{}} is a whole number from {{}} to {{}}{{}}; not "{{}}".',
  driverNoVoice: 'No {{}}: the step would fail.',
  driverNoStickers: 'No {{}}: the step would fail.',
  cellDayFirst: 'does not fit the chosen order ({{}})',
  cellMonthFirst: 'does not fit the chosen order ({{}})',
  rowRule: '“{{}}” cannot be used: {{}}',
  campaignNotAll: 'Its other recipients are therefore unknown. Cancel it and launch it again for them.',
  sentEngineStopping: "'Its connection stopped ' || m.tries || ' times while sending it. Check the chat",
};

/** A program's text with what is put into its strings as one mark each, and strings over several lines as one. */
function withMarks(text: string): string {
  let marked = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const isStart = text.startsWith('${', at);
    if (isStart && depth === 0) marked += PLACE;
    else if (!isStart && depth === 0) marked += text[at];
    if (isStart || (depth > 0 && text[at] === '{')) depth++;
    else if (depth > 0 && text[at] === '}') depth--;
    if (isStart) at++;
  }
  return marked.replace(/['`] \+\s+['`]/g, '').replaceAll("\\'", "'");
}

it('has no sentence that nobody says', () => {
  const files = globSync('{apps,packages}/*/src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|^apps\/web\/(?!.*\/workbook\/)|\/(former-)?sentences\.ts$/.test(file),
  );
  const sources = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const said = sources.map(withMarks).join('\n');
  const isNamed = (key: string) => sources.some((source) => source.includes(`SENTENCES.${key}`));
  const sentences = Object.entries(SENTENCES).map(([key, text]): [string, string] => [
    key,
    PUT_TOGETHER[key as SentenceKey] ?? text.replace('{{cell}} ', '').replace(/\{\{\w+\}\}/g, PLACE),
  ]);
  expect(sentences.filter(([key, text]) => !said.includes(text) && !isNamed(key))).toEqual([]);
});

describe('a sentence', () => {
  it('is known again by its text, with what was put into it', () => {
    for (const key of Object.keys(SENTENCES) as SentenceKey[]) {
      if (SENTENCES[key].includes('{{fault}}')) continue;
      const names = [...SENTENCES[key].matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string);
      const data = Object.fromEntries(names.map((name, at) => [name, `${at + 1}7`]));
      expect(knownSentence(sentenceWith(key, data))).toEqual({ key, data });
    }
  });

  it('is known by an earlier wording, too', () => {
    expect(knownSentence('The bot was taken off.')).toEqual({ key: 'sessionTakenOff', data: {} });
    expect(knownSentence('It answered 500.')).toEqual({ key: 'callAnswered', data: { status: '500' } });
  });

  it('with a fault in it is known where the fault is', () => {
    const fault = sentenceWith('rulePartTwice', { part: 'COUNT' });
    expect(knownSentence(`COUNT: ${fault}`)).toEqual({ key: 'partOfRule', data: { part: 'COUNT', fault } });
    expect(knownSentence('Ada: see you soon')).toBeNull();
  });

  it('is none where something stands before or after it', () => {
    expect(knownSentence(`${SENTENCES.nodeDay} Please.`)).toBeNull();
    expect(knownSentence(`He said ${sentenceWith('textTooLong', { maximum: 10 })}`)).toBeNull();
  });
});
