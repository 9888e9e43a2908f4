import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Checks the package built by `npm run extension` for what a store reviews.
const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'apps/extension/src');
const LOCALES = join(ROOT, 'apps/extension/_locales');
const MAX_BYTES = 250 * 1024;
/** Bundled packages; every other package that a build uses is a tool. */
const BUNDLED = ['@wppconnect/wa-js', 'mqtt', 'zod'];

const directory = mkdtempSync(join(tmpdir(), 'switchyard-package-'));
const dist = join(directory, 'here');
const build = (root: string, into: string) =>
  execFileSync(process.execPath, [join(root, 'apps/extension/build.mjs'), into], { cwd: directory, stdio: 'pipe' });
beforeAll(() => void build(ROOT, dist));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const read = (file: string) => readFileSync(file, 'utf8');
const built = (name: string) => read(join(dist, 'unpacked', name));
const manifest = () => JSON.parse(built('manifest.json'));
const sources = () =>
  filesIn(SOURCES)
    .filter((file) => /\.(ts|html)$/.test(file) && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))
    .map(read)
    .join('\n');
const messagesOf = (language: string) =>
  Object.entries(JSON.parse(read(join(LOCALES, language, 'messages.json'))) as Record<string, { message: string }>);

test('requests every permission that it uses, and no other', () => {
  const used = new Set([...sources().matchAll(/\bchrome\.(\w+)\./g)].map(([, name]) => name));
  // These need no permission: `tabs` is used only for the pages of `host_permissions`.
  for (const free of ['runtime', 'i18n', 'permissions', 'tabs']) used.delete(free);
  expect([...used].sort()).toEqual([...manifest().permissions].sort());
  expect(manifest().host_permissions).toEqual(['https://web.whatsapp.com/*', 'https://*.whatsapp.net/*']);
});

test('generates no code from text, and loads none', () => {
  const { content_security_policy: policy, content_scripts: scripts } = manifest();
  expect(policy).toEqual({ extension_pages: "script-src 'self'; object-src 'none'" });
  const page = filesIn(join(ROOT, 'apps/engine/src/drivers/wa-js/page')).map(read).join('\n');
  expect(sources() + page).not.toMatch(/\beval\(|new Function|\bFunction\(|importScripts|innerHTML|<script src="http/);
  // Everything that is loaded is in the package.
  const inPackage = readdirSync(join(dist, 'unpacked'));
  for (const script of scripts as { js: string[] }[]) expect(inPackage).toEqual(expect.arrayContaining(script.js));
  for (const name of ['bridge.js', 'page.js', 'popup.js', 'privacy.js', 'wpp-config.js'])
    expect(built(name)).not.toMatch(/\beval\(|new Function|import\(/);
});

test('is under 250 KB, compressed and without wa-js', () => {
  const ours = filesIn(join(dist, 'unpacked')).filter((file) => !file.endsWith('wppconnect-wa.js'));
  const bytes = ours.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
  expect(bytes).toBeGreaterThan(MAX_BYTES / 10);
});

test('is identical, byte for byte, when built in another folder', () => {
  const copy = join(directory, 'somewhere', 'else');
  for (const part of ['apps/extension', 'apps/engine/src', 'packages/contracts', 'packages/backoff'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true, filter: (from) => !from.includes('node_modules') });
  for (const name of ['package.json', 'tsconfig.base.json']) cpSync(join(ROOT, name), join(copy, name));
  const modules = join(copy, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@switchyard' || name === '@wppconnect' || BUNDLED.includes(name)) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of BUNDLED) cpSync(join(ROOT, 'node_modules', name), join(modules, name), { recursive: true });
  mkdirSync(join(modules, '@switchyard'));
  for (const name of ['contracts', 'backoff'])
    symlinkSync(join(copy, 'packages', name), join(modules, '@switchyard', name));
  build(copy, join(directory, 'there'));
  const zip = (folder: string) => filesIn(folder).find((file) => file.endsWith('.zip')) ?? '';
  expect(zip(join(directory, 'there'))).toMatch(/\.zip$/);
  for (const file of filesIn(join(dist, 'unpacked')))
    expect(read(file.replace(dist, join(directory, 'there'))) === read(file), file).toBe(true);
  expect(readFileSync(zip(join(directory, 'there'))).equals(readFileSync(zip(dist)))).toBe(true);
});

describe('its texts', () => {
  const english = new Map(messagesOf('en').map(([name, { message }]) => [name, message]));
  const places = (message: string) => [...message.matchAll(/\$\d/g)].map(([place]) => place).sort();

  test.each(['de', 'es', 'pt', 'he', 'ar'])('are complete in %s, with the same placeholders', (language) => {
    const translated = messagesOf(language);
    expect(translated.map(([name]) => name)).toEqual([...english.keys()]);
    for (const [name, { message }] of translated) {
      expect(message.trim(), name).not.toBe('');
      expect(places(message), name).toEqual(places(english.get(name) ?? ''));
      if (!['server', 'language'].includes(name)) expect(message, name).not.toBe(english.get(name));
    }
  });

  test('are all used, and none is missing', () => {
    const used = new Set(
      [...(sources() + built('manifest.json')).matchAll(/['"](?:__MSG_)?(\w+?)(?:__)?['"]/g)].map(([, name]) => name),
    );
    expect([...english.keys()].filter((name) => !used.has(name))).toEqual([]);
    for (const page of ['popup.html', 'privacy.html'])
      for (const [, name, shown] of built(page).matchAll(/data-text="(\w+)"[^>]*>([^<]*)</g))
        expect(shown?.replace(/\s+/g, ' ').trim(), name).toBe(english.get(name ?? ''));
  });
});
