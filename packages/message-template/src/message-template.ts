/** A variable of a text, and what stands in its place where nobody knows it; null: it must be known. */
export interface TemplateVariable {
  /** As it is looked up: trimmed and in lower case. */
  name: string;
  fallback: string | null;
}

/** What cannot be meant in a text, where (an index into it), and in words. */
export interface TemplateFault {
  kind: 'unclosed' | 'name' | 'too-many';
  at: number;
  message: string;
}

/** A text filled for one reader; `missing` are variables without value or fallback, which then stand in the text as they were written. */
export interface FilledTemplate {
  text: string;
  missing: string[];
}

/** Different variables that one text may have. */
const MAX_VARIABLES = 32;
const MAX_NAME_LENGTH = 64;

type Part = { kind: 'text'; text: string } | { kind: 'variable'; variable: TemplateVariable; written: string };

interface Parsed {
  parts: Part[];
  faults: TemplateFault[];
}

const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_ .-]*$/u;

/** How values and variables are compared. */
const folded = (name: string): string => name.trim().toLowerCase();

/**
 * Reads a text once, in one pass: its cost is that of its length, whatever is written in it. `{name}` is a variable, `{name|there}` one with a fallback,
 * `{{` and `}}` are the braces themselves. What is no variable stays as it is written, and is a fault.
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
      faults.push({ kind: 'unclosed', at, message: 'A { has no } after it. Write {{ for the brace itself.' });
      text += here;
      at += 1;
      continue;
    }
    const inside = template.slice(at + 1, at + 1 + end);
    const bar = inside.indexOf('|');
    const name = folded(bar < 0 ? inside : inside.slice(0, bar));
    const written = `{${inside}}`;
    if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) {
      faults.push({ kind: 'name', at, message: `${written} names no variable. Write {{ for the brace itself.` });
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

/** The variables of a text in their order, each once; without a fallback where it has none in one place. */
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

/** What is wrong with a text as a template; empty: nothing. */
export function faultsOf(template: string): TemplateFault[] {
  const { faults } = parse(template);
  const count = variablesOf(template).length;
  if (count <= MAX_VARIABLES) return faults;
  const message = `A text has at most ${MAX_VARIABLES} variables; this one has ${count}.`;
  return [...faults, { kind: 'too-many', at: 0, message }];
}

/**
 * Fills a text for one reader.
 * @param values by name, upper or lower case alike; blank is the same as not known. Braces in a value mean themselves.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): FilledTemplate {
  const known = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value.trim() !== '') known.set(folded(name), value);
  }
  const missing = new Set<string>();
  let text = '';
  for (const part of parse(template).parts) {
    if (part.kind === 'text') {
      text += part.text;
      continue;
    }
    const { name, fallback } = part.variable;
    if (known.get(name) === undefined && fallback === null) missing.add(name);
    text += known.get(name) ?? fallback ?? part.written;
  }
  return { text, missing: [...missing] };
}
