/** A value inserted into a text: numbers and texts are formatted in the reader's language, strings are verbatim. */
export type TextValue = string | number | CodedText | readonly Text[];
export type TextData = Readonly<Record<string, TextValue>>;

/** A text for people in its stored and sent form: a code with the values to insert. */
export interface CodedText {
  code: string;
  data?: TextData | undefined;
}

/** A plain string is third-party text (from WhatsApp or a model) and is shown verbatim. */
export type Text = string | CodedText;

const english = new Map<string, string>();

/**
 * Registers texts.
 * @param texts English texts by code; `{{name}}` marks an inserted value
 * @throws if a code is already registered
 */
export function declareTexts<const Texts extends Record<string, string>>(texts: Texts): Texts {
  for (const [code, template] of Object.entries(texts)) {
    if (english.has(code)) throw new Error(`The text ${code} is declared twice.`);
    english.set(code, template);
  }
  return texts;
}

/** All texts by code. */
export const englishTexts: ReadonlyMap<string, string> = english;

/** Returns a text in English, for API clients, logs and exports. */
export function inEnglish(text: Text): string {
  if (typeof text === 'string') return text;
  const template = english.get(text.code);
  if (template === undefined) return `Unknown reason (${text.code}).`;
  return template.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => valueInEnglish(text.data?.[name] ?? mark));
}

const valueInEnglish = (value: TextValue): string =>
  typeof value === 'number'
    ? value.toLocaleString('en')
    : typeof value === 'object' && !isCoded(value)
      ? value.map(inEnglish).join('; ')
      : inEnglish(value);

export const isCoded = (value: TextValue): value is CodedText => typeof value === 'object' && 'code' in value;

/** Returns the text of a fault. */
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

/** Serializes a text to a string: plain strings verbatim, coded texts as JSON. */
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

/** An error with a text for people; its message is the English version. */
export class TextError extends Error {
  readonly text: Text;
  constructor(text: Text, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
  }
}

/** Returns the text of any error. */
export const textOf = (error: unknown): Text =>
  error instanceof TextError ? error.text : error instanceof Error ? error.message : String(error);
