// Generates the planner's parser from its grammar: `node scripts/build-grammar.ts`. `npm start`, `npm test` and `npm
// run bench` run it if the grammar is newer.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import peggy from 'peggy';

const folder = join(import.meta.dirname, '../apps/server/src/domains/agent/planner');

/** Returns the source of the parser, the content of `when.gen.ts`. */
export function buildGrammar(): string {
  const grammar = readFileSync(join(folder, 'when.peggy'), 'utf8');
  const parser = peggy.generate(grammar, { output: 'source', format: 'bare' });
  return `// @ts-nocheck Made of when.peggy by scripts/build-grammar.ts. Do not edit.
import type { WhenPart } from './when-parts.ts';

/** isPlace: whether words name a zone, as "tokyo" does in "tokyo time". */
export const parser: { parse(text: string, options: { isPlace(words: string): boolean }): { part: WhenPart; length: number } } = ${parser.trim()};
`;
}

if (import.meta.main) writeFileSync(join(folder, 'when.gen.ts'), buildGrammar());
