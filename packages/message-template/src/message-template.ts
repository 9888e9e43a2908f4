import { type CodedText, text as say } from '@switchyard/contracts/text/text';

/** A variable of a text and its fallback; null if it has none, so that its value must be known. */
export interface TemplateVariable {
  /** Normalized name: trimmed and in lower case. */
  name: string;
  fallback: string | null;
}

/** Something invalid in a text: its position (an index) and a message. */
export interface TemplateFault {
  kind: 'unclosed' | 'name' | 'too-many';
  at: number;
  message: CodedText;
}

/** A text filled in for one recipient. `missing` variables have no value or fallback and stay as written. */
export interface FilledTemplate {
  text: string;
  missing: string[];
}

/** Maximum number of different variables per text. */
const MAX_VARIABLES = 32;
const MAX_NAME_LENGTH = 64;

type Part = { kind: 'text'; text: string } | { kind: 'variable'; variable: TemplateVariable; written: string };

interface Parsed {
  parts: Part[];
  faults: TemplateFault[];
}

const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_ .-]*$/u;

/** Normalizes a name for `TemplateVariable`. */
const folded = (name: string): string => name.trim().toLowerCase();

/** Key for matching names: `first_name`, `first-name`, `firstName` and `First name` are the same. */
export const variableKey = (name: string): string => folded(name).replace(/(?<=.)[\s_-]+/gu, '');

/**
 * Parses a text in one pass, in linear time for any input. `{name}` is a variable, `{name|there}` one with a fallback,
 * `{{` and `}}` are literal braces. Anything else in braces stays as written and is reported as a fault.
 */
function parse(template: string): Parsed {
  const parts: Part[] = [];
  const faults: TemplateFault[] = [];
  let text = '';
  let at = 0;
  const endText = () => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  while (at < template.length) {
    const here = template[at];
    if (here === '}' && template[at + 1] === '}') {
      text += '}';
      at += 2;
      continue;
    }
    if (here === '{' && template[at + 1] === '{') {
      text += '{';
      at += 2;
      continue;
    }
    if (here !== '{') {
      text += here;
      at += 1;
      continue;
    }
    const end = template.slice(at + 1).search(/[{}\n]/);
    const isClosed = end >= 0 && template[at + 1 + end] === '}';
    if (!isClosed) {
      faults.push({ kind: 'unclosed', at, message: say('braceOpen') });
      text += here;
      at += 1;
      continue;
    }
    const inside = template.slice(at + 1, at + 1 + end);
    const bar = inside.indexOf('|');
    const name = folded(bar < 0 ? inside : inside.slice(0, bar));
    const written = `{${inside}}`;
    if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) {
      faults.push({ kind: 'name', at, message: say('braceName', { written }) });
      text += written;
    } else {
      endText();
      parts.push({ kind: 'variable', variable: { name, fallback: bar < 0 ? null : inside.slice(bar + 1) }, written });
    }
    at += written.length;
  }
  endText();
  return { parts, faults };
}

/** The variables of a text in order, each once; without a fallback if any occurrence lacks one. */
export function variablesOf(template: string): TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const part of parse(template).parts) {
    if (part.kind !== 'variable') continue;
    const { name, fallback } = part.variable;
    const earlier = found.get(name);
    if (!earlier) found.set(name, { name, fallback });
    else if (fallback === null) earlier.fallback = null;
  }
  return [...found.values()];
}

/** The faults of a text as a template; empty if it is valid. */
export function faultsOf(template: string): TemplateFault[] {
  const { faults } = parse(template);
  const count = variablesOf(template).length;
  if (count <= MAX_VARIABLES) return faults;
  const message = say('variablesTooMany', { maximum: MAX_VARIABLES, count });
  return [...faults, { kind: 'too-many', at: 0, message }];
}

/**
 * Fills in a text for one recipient.
 * @param values by name, ignoring case and treating `_`, `-` and space alike; an exact name wins. A blank value counts
 *   as missing. Braces in a value are literal.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): FilledTemplate {
  const known = new Map<string, string>();
  const byKey = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value.trim() === '') continue;
    known.set(folded(name), value);
    byKey.set(variableKey(name), value);
  }
  const missing = new Set<string>();
  let text = '';
  for (const part of parse(template).parts) {
    if (part.kind === 'text') {
      text += part.text;
      continue;
    }
    const { name, fallback } = part.variable;
    const value = known.get(name) ?? byKey.get(variableKey(name));
    if (value === undefined && fallback === null) missing.add(name);
    text += value ?? fallback ?? part.written;
  }
  return { text, missing: [...missing] };
}

/** A variable without a known name; `nearest` is the name probably meant, or null if none is similar. */
export interface UnknownVariable {
  name: string;
  nearest: string | null;
}

/** Maximum number of known names that a variable is compared with; more would take too long. */
const MAX_COMPARED = 200;

/** Variables of a text that match no known name, even those whose fallback would hide the mistake. */
export function unknownVariables(template: string, known: readonly string[]): UnknownVariable[] {
  const keys = new Set(known.map(variableKey));
  return variablesOf(template)
    .filter(({ name }) => !keys.has(variableKey(name)))
    .map(({ name }) => ({ name, nearest: nearestName(name, known) }));
}

/** The most similar known name, differing by at most a third of its letters. */
function nearestName(name: string, known: readonly string[]): string | null {
  const key = variableKey(name);
  let nearest: string | null = null;
  let least = Math.max(1, Math.floor(key.length / 3)) + 1;
  for (const candidate of known.slice(0, MAX_COMPARED)) {
    const candidateKey = variableKey(candidate);
    if (Math.abs(candidateKey.length - key.length) >= least) continue;
    const distance = editDistance(key, candidateKey);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Edit distance: letters to add, remove, replace or swap with the next. */
function editDistance(text: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= text.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = text[row - 1] === other[column - 1];
      const isSwapped = row > 1 && text[row - 1] === other[column - 2] && text[row - 2] === other[column - 1];
      line[column] = Math.min(
        (line[column - 1] ?? 0) + 1,
        (above[column] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, line];
  }
  return above[other.length] ?? 0;
}
