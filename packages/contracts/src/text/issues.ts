import type { FaultCode } from './faults.ts';
import { readText, type Text, type TextData } from './registry.ts';

/** An issue of a schema: the fields common to schema libraries, plus zod's own. */
export interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  code?: string;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  expected?: string;
  format?: string;
  /** Fields unknown to the schema. */
  keys?: readonly string[];
}

/** Returns the text of an issue; falls back to the schema's own English message. */
export function textOfIssue(issue: Issue): Text {
  const [code, data] = (ZOD_MESSAGE.test(issue.message) && faultOfZodIssue(issue)) || [];
  return code ? { code, ...(data && { data }) } : readText(issue.message);
}

type FaultArgs = [FaultCode, TextData?];

/** Beginnings of zod's default messages, used where the contract defines none. */
const ZOD_MESSAGE = /^(Too small|Too big|Invalid)/;

function faultOfZodIssue({ code, origin = '', minimum, maximum, expected, format, message }: Issue): FaultArgs | null {
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
  const faultCode = code === 'invalid_format' ? FORMATS[format ?? ''] : undefined;
  return faultCode ? [faultCode] : null;
}

const COUNTED = new Set(['array', 'set', 'map']);
const FORMATS: Record<string, FaultCode> = { email: 'email', url: 'link', datetime: 'moment' };
