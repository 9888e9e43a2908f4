/** What is put into a text: figures and texts are written in the reader's language, strings as they are. */
export type TextValue = string | number | CodedText | readonly Text[];
export type TextData = Readonly<Record<string, TextValue>>;

/** What is said to people, as it is stored and sent: a code, and what is put into its words. */
export interface CodedText {
  code: string;
  data?: TextData | undefined;
}

/** A string is somebody else's words (WhatsApp's, a model's), shown as they came. */
export type Text = string | CodedText;

const english = new Map<string, string>();

/**
 * Adds texts to those that can be said.
 * @param texts by code, in English; `{{name}}` is what is put in
 * @throws when a code is declared already
 */
export function declareTexts<const Texts extends Record<string, string>>(texts: Texts): Texts {
  for (const [code, words] of Object.entries(texts)) {
    if (english.has(code)) throw new Error(`The text ${code} is declared twice.`);
    english.set(code, words);
  }
  return texts;
}

/** All texts, by code. */
export const englishTexts: ReadonlyMap<string, string> = english;

/** A text for those who read English: programs, logs, exports. */
export function inEnglish(text: Text): string {
  if (typeof text === 'string') return text;
  const words = english.get(text.code);
  if (words === undefined) return `Unknown reason (${text.code}).`;
  return words.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => valueInEnglish(text.data?.[name] ?? mark));
}

const valueInEnglish = (value: TextValue): string =>
  typeof value === 'number'
    ? value.toLocaleString('en')
    : typeof value === 'object' && !isCoded(value)
      ? value.map(inEnglish).join('; ')
      : inEnglish(value);

export const isCoded = (value: TextValue): value is CodedText => typeof value === 'object' && 'code' in value;

/** What a fault says, as a value. */
export const textOfFault = ({
  code,
  data,
  message,
}: {
  code?: string | undefined;
  data?: TextData | undefined;
  message: string;
}): Text => (code === undefined ? message : { code, ...(data && { data }) });

const MARK = '{"code":';

/** A text where there is room for a string only: strings as they are, texts of ours as JSON. */
export function storedText(text: Text): string;
export function storedText(text: Text | null): string | null;
export function storedText(text: Text | null): string | null {
  if (text === null) return null;
  if (typeof text === 'string') return text.startsWith(MARK) ? ` ${text}` : text;
  return JSON.stringify({ code: text.code, data: text.data });
}

export function readText(stored: string): Text {
  if (!stored.startsWith(MARK)) return stored;
  try {
    return JSON.parse(stored) as CodedText;
  } catch {
    return stored;
  }
}

/** Of an error that people are told: its text, which is in its message in English. */
export class TextError extends Error {
  readonly text: Text;
  constructor(text: Text, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
  }
}

/** What an error says to people. */
export const textOf = (error: unknown): Text =>
  error instanceof TextError ? error.text : error instanceof Error ? error.message : String(error);
