import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { startWarnings } from './start-warnings.ts';

const OURS = { DEMO: 'false', DATA_DIR: '/tmp/x' };
const SMTP_URL = 'smtp://mail.test';
const warned = (env: Record<string, string>) => startWarnings(readConfig({ ...OURS, ...env }));

test('warns that no mail is sent, and that anybody may sign up', () => {
  const [mail, signUp, ...more] = warned({});
  expect(mail).toContain('SMTP_URL');
  expect(signUp).toContain('SIGNUP');
  expect(more).toEqual([]);
});

test('does not warn about configured settings or the demo', () => {
  expect(warned({ SMTP_URL, SIGNUP: 'invite' })).toEqual([]);
  expect(warned({ SMTP_URL })).toHaveLength(1);
  expect(warned({ SIGNUP: 'closed' })).toHaveLength(1);
  expect(warned({ DEMO: 'true' })).toEqual([]);
});
