import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sheets = globSync('**/*.css', { cwd: root }).map((path) => ({
  path,
  rules: readFileSync(join(root, path), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split('}'),
}));

/** The rules in all style sheets that match all patterns, except in the one sheet that may. */
const rulesWith = (home: string, ...patterns: RegExp[]) =>
  sheets
    .filter(({ path }) => path !== home)
    .flatMap(({ path, rules }) => rules.map((rule) => ({ path, rule: rule.trim() })))
    .filter(({ rule }) => patterns.every((pattern) => pattern.test(rule)))
    .map(({ path, rule }) => `${path}: ${rule}`);

it('no style sheet defines its own colours: they are named in theme.ts', () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(rulesWith('theme/app.css', /:[^;]*(#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|light-dark)\()/i)).toEqual([]);
  expect(rulesWith('theme/app.css', /--(tone|app)[\w-]*:/)).toEqual([]);
});

it('a bordered surface is a Card', () => {
  expect(rulesWith('components/card.module.css', /background: var\(--app-surface\)/, /border: 1px solid/)).toEqual([]);
});
