import type { FaultCode } from './faults.ts';
import { readText, type Text, type TextData } from './registry.ts';

/** What a schema says of an input: as every schema library has it, and what zod says beside it. */
export interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  code?: string;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  expected?: string;
  format?: string;
  /** Fields that the schema does not know. */
  keys?: readonly string[];
}

/** What it says; as a string: what the schema says, in English. */
export function textOfIssue(issue: Issue): Text {
  const [code, data] = (ZODS_OWN.test(issue.message) && wordsForZod(issue)) || [];
  return code ? { code, ...(data && { data }) } : readText(issue.message);
}

type Words = [FaultCode, TextData?];

/** How zod's sentences begin where a contract gives none. */
const ZODS_OWN = /^(Too small|Too big|Invalid)/;

function wordsForZod({ code, origin = '', minimum, maximum, expected, format, message }: Issue): Words | null {
  if (code === 'too_small' && typeof minimum === 'number') {
    if (origin === 'string') return minimum === 1 ? ['missing'] : ['tooShort', { minimum }];
    return COUNTED.has(origin) ? ['tooFew', { minimum }] : ['tooLow', { minimum }];
  }
  if (code === 'too_big' && typeof maximum === 'number') {
    if (origin === 'string') return ['tooLong', { maximum }];
    return COUNTED.has(origin) ? ['tooMany', { maximum }] : ['tooHigh', { maximum }];
  }
  if (code === 'invalid_type') {
    if (message.endsWith('received undefined')) return ['missing'];
    return expected === 'int' ? ['wholeNumber'] : expected === 'number' ? ['number'] : null;
  }
  if (code === 'invalid_value') return ['choice'];
  const worded = code === 'invalid_format' ? FORMATS[format ?? ''] : undefined;
  return worded ? [worded] : null;
}

const COUNTED = new Set(['array', 'set', 'map']);
const FORMATS: Record<string, FaultCode> = { email: 'email', url: 'link', datetime: 'moment' };
