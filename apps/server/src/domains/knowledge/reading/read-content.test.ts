import { MAX_DOCUMENT_PAGES, MAX_DOCUMENT_ROWS, MAX_PASSAGE_LENGTH } from '@switchyard/contracts/knowledge/limits';
import { expect, test } from 'vitest';
import { makeDocx, makeLockedPdf, makePdf } from '../../../../test/knowledge-documents/make-documents.ts';
import type { DocumentKind } from './document-kind.ts';
import { readInThread } from './read-in-thread.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const read = (kind: DocumentKind, bytes: Uint8Array, limits?: Parameters<typeof readInThread>[3]) =>
  readInThread(
    { kind, charset: undefined, baseLanguage: null, bytes },
    () => undefined,
    new AbortController().signal,
    limits,
  );
const passagesOf = async (kind: DocumentKind, bytes: Uint8Array) =>
  (await read(kind, bytes)).passages.map(({ heading, page, text }) => ({ heading, page, text }));

test('reads a PDF page by page, and reports its progress', async () => {
  const shares: number[] = [];
  const bytes = makePdf(['Rooms are forty euros a night.', 'Breakfast is served until ten.']);
  const content = { kind: 'pdf', charset: undefined, baseLanguage: null, bytes } as const;
  const { passages } = await readInThread(content, (share) => shares.push(share), new AbortController().signal);
  expect(passages).toMatchObject([
    { page: 1, text: 'Rooms are forty euros a night.' },
    { page: 2, text: 'Breakfast is served until ten.' },
  ]);
  expect(shares).toEqual([0.5, 1]);
});

test('reads a Word document under its headings', async () => {
  const bytes = await makeDocx(['# Opening hours', 'We open at nine.', '# Prices', 'A room is 40.']);
  expect(await passagesOf('docx', bytes)).toEqual([
    { heading: 'Opening hours', page: null, text: 'We open at nine.' },
    { heading: 'Prices', page: null, text: 'A room is 40.' },
  ]);
});

test('reads a web page’s text, but no navigation or scripts', async () => {
  const html = `<html><head><title>x</title><style>p{}</style></head><body><nav>Home Shop</nav><h1>Opening hours</h1><p>We open at <b>nine</b>.</p>
    <script>alert(1)</script><h2>Prices</h2><table><tr><th>Room</th><th>Price</th></tr><tr><td>Single</td><td>40</td></tr></table><footer>© us</footer></body></html>`;
  const passages = await passagesOf('html', bytesOf(html));
  expect(passages.map(({ heading }) => heading)).toEqual(['Opening hours', 'Prices']);
  expect(passages[0]?.text).toBe('We open at nine.');
  expect(passages[1]?.text).toBe('Room: Single\nPrice: 40');
  expect(JSON.stringify(passages)).not.toMatch(/alert|Shop|©/);
});

test.each([
  ['commas', 'Room,Price\n"Single, small",40\nDouble,60'],
  ['semicolons and a byte order mark', '\uFEFFRoom;Price\r\n"Single, small";40\r\nDouble;60\r\n'],
  ['tabs', 'Room\tPrice\nSingle, small\t40\nDouble\t60'],
])('makes each row of a table with %s a passage under the column names', async (_, csv) => {
  const texts = (await passagesOf('csv', bytesOf(csv))).map(({ text }) => text);
  expect(texts).toEqual(['Room: Single, small\nPrice: 40', 'Room: Double\nPrice: 60']);
});

const cells = (tag: string, ...texts: string[]) => texts.map((text) => `<${tag}>${text}</${tag}>`).join('');
const row = (tag: string, ...texts: string[]) => `<tr>${cells(tag, ...texts)}</tr>`;
test.each<[what: string, kind: DocumentKind, text: string, texts: string[]]>([
  [
    'a table with column names',
    'html',
    `<p>Before.</p><table>${row('th', 'Room', 'Price')}${row('td', '<b>Single</b>', '40 <i>euros</i>')}${row('td', '', '')}${row('td', 'Double', '60')}</table><p>After.</p>`,
    ['Before.', 'Room: Single\nPrice: 40 euros', 'Room: Double\nPrice: 60', 'After.'],
  ],
  [
    'a two-column table without names',
    'html',
    `<table>${row('td', 'Monday', 'closed')}${row('td', 'Tuesday', '9 to 5')}</table>`,
    ['Monday: closed', 'Tuesday: 9 to 5'],
  ],
  [
    'a three-column table without names',
    'html',
    `<table>${row('td', 'Day', 'From', 'To')}${row('td', 'Monday', '9', '5')}</table>`,
    ['Day: Monday\nFrom: 9\nTo: 5'],
  ],
  [
    'a table with row names',
    'html',
    `<table><tr><th>Monday</th><td>9 to 12</td><td>2 to 5</td></tr><tr><th>Tuesday</th><td>closed</td></tr></table>`,
    ['Monday: 9 to 12, 2 to 5', 'Tuesday: closed'],
  ],
  [
    'a table with an excessively wide cell',
    'html',
    `<table>${row('th', 'Day', 'Open')}<tr><td>Monday</td><td colspan="999999999">9</td></tr></table>`,
    ['Day: Monday\nOpen: 9'],
  ],
  [
    'a layout table',
    'html',
    `<table>${row('td', 'Menu', '<h2>Prices</h2><p>A room is 40.</p>')}</table>`,
    ['Menu', 'A room is 40.'],
  ],
  [
    'one in Markdown',
    'markdown',
    'Before.\n\n| Room | Price |\n|:--|--:|\n| Single \\| small | 40 |\n| Double | 60 |\n\nAfter.',
    ['Before.', 'Room: Single | small\nPrice: 40', 'Room: Double\nPrice: 60', 'After.'],
  ],
])('of %s each row is a passage', async (_what, kind, text, texts) => {
  expect((await passagesOf(kind, bytesOf(text))).map((passage) => passage.text)).toEqual(texts);
});

test('keeps rows, and the text after them, under the table’s heading', async () => {
  const text = '# Rooms\n| Room | Price |\n|---|---|\n| Single | 40 |\n\nAll with breakfast.\n# Else\nNothing.';
  expect((await passagesOf('markdown', bytesOf(text))).map(({ heading }) => heading)).toEqual([
    'Rooms',
    'Rooms',
    'Else',
  ]);
});

test('splits a long text between sentences without losing a word', async () => {
  const sentences = Array.from({ length: 200 }, (_, at) => `This is sentence number ${at} of a long text.`);
  const passages = await passagesOf('text', bytesOf(sentences.join(' ')));
  expect(passages.every(({ text }) => text.length <= MAX_PASSAGE_LENGTH && text.endsWith('.'))).toBe(true);
  expect(passages.map(({ text }) => text).join(' ')).toBe(sentences.join(' '));
});

test('splits text without spaces anywhere except within a character', async () => {
  const passages = await passagesOf('text', bytesOf('🌷'.repeat(1_500)));
  expect(passages.map(({ text }) => text).join('')).toBe('🌷'.repeat(1_500));
  expect(passages.every(({ text }) => text.length <= MAX_PASSAGE_LENGTH && text.isWellFormed())).toBe(true);
});

test('reads UTF-16 text, and detects the language by its words', async () => {
  const words = 'La limpieza dental cuesta 55 euros y dura unos cuarenta minutos.';
  const utf16 = new Uint8Array(Buffer.from(`\uFEFF${words}`, 'utf16le'));
  expect(await read('text', utf16)).toMatchObject({ language: 'spanish', passages: [{ text: words }] });
  expect(await read('text', bytesOf('מתי אתם פותחים את החנות בבוקר?'))).toMatchObject({ language: 'grams' });
});

test('reads a PDF with the maximum number of pages', async () => {
  const pages = Array.from({ length: MAX_DOCUMENT_PAGES }, (_, at) => `Page number ${at} says something.`);
  expect((await read('pdf', makePdf(pages))).passages).toHaveLength(MAX_DOCUMENT_PAGES);
});

const nested = `${'<div>'.repeat(60_000)}words${'</div>'.repeat(60_000)}`;
test.each<[name: string, kind: DocumentKind, bytes: () => Uint8Array | Promise<Uint8Array>, fault: string]>([
  ['a scanned PDF', 'pdf', () => makePdf(['', '', '']), 'scanned'],
  ['a PDF with a password', 'pdf', makeLockedPdf, 'encrypted'],
  ['half a PDF', 'pdf', () => makePdf(['words']).slice(0, 60), 'damaged'],
  ['one page too many', 'pdf', () => makePdf(Array(MAX_DOCUMENT_PAGES + 1).fill('words')), 'too-many-pages'],
  ['a zip bomb', 'docx', () => makeDocx(['a'.repeat(60 * 1024 * 1024)]), 'unpacks-too-large'],
  ['a truncated archive', 'docx', async () => (await makeDocx(['words'])).slice(0, 200), 'damaged'],
  ['a Word document with a password', 'docx', () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), 'encrypted'],
  ['100,000 rows', 'csv', () => bytesOf(`name\n${'one\n'.repeat(100_000)}`), 'too-many-rows'],
  ['one row too many', 'csv', () => bytesOf(`name\n${'one\n'.repeat(MAX_DOCUMENT_ROWS + 1)}`), 'too-many-rows'],
  ['a broken quote', 'csv', () => bytesOf('name\n"never ends'), 'damaged'],
  ['a picture', 'text', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), 'not-text'],
  ['text in an unknown encoding', 'text', () => new Uint8Array([0xf9, 0xec, 0xe5, 0xed]), 'not-text'],
  ['only white space', 'text', () => bytesOf(' \n\n '), 'empty'],
  ['only a menu', 'html', () => bytesOf('<nav>Home</nav><script>x</script>'), 'empty'],
])('%s is refused by name', async (_name, kind, bytes, fault) => {
  await expect(read(kind, await bytes())).rejects.toMatchObject({ name: 'ReadingFault', fault });
});

test('a cell that spans a hundred million columns and rows costs no memory, and its text is read', async () => {
  const table = `<table>${'<tr><td colspan="99999999" rowspan="99999999">Rooms are <b>forty</b></td><td>euros</td></tr>'.repeat(50)}</table>`;
  const before = process.memoryUsage.rss();
  const { passages } = await read('html', bytesOf(table), { timeoutMs: 60_000, memoryBytes: 200 * 1024 * 1024 });
  expect(passages[0]?.text).toMatch(/Rooms are forty: euros/);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
});

test('survives tens of thousands of nested elements', async () => {
  const answer = await read('html', bytesOf(nested)).catch((error: { fault?: string }) => error.fault);
  expect(typeof answer === 'string' ? ['damaged', 'empty'] : ['read']).toContain(
    typeof answer === 'string' ? answer : 'read',
  );
});

test('ends a reading that takes too much time or memory', async () => {
  const pages = makePdf(Array.from({ length: MAX_DOCUMENT_PAGES }, () => 'words of a page'));
  await expect(read('pdf', pages, { timeoutMs: 20, memoryBytes: 1e12 })).rejects.toMatchObject({ fault: 'too-slow' });
  const stopped = new AbortController();
  const content = { kind: 'pdf', charset: undefined, baseLanguage: null, bytes: pages } as const;
  const reading = readInThread(content, () => stopped.abort(new Error('stopping')), stopped.signal);
  await expect(reading).rejects.toThrow('stopping');
  await expect(read('pdf', pages, { timeoutMs: 60_000, memoryBytes: 0 })).rejects.toMatchObject({
    fault: 'too-much-memory',
  });
});
