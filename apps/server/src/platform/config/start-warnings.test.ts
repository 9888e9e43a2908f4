import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { startWarnings } from './start-warnings.ts';

const OURS = { DEMO: 'false', DATA_DIR: '/tmp/x' };
const SMTP_URL = 'smtp://mail.test';
const warned = (env: Record<string, string>) => startWarnings(readConfig({ ...OURS, ...env }));

test('whoever starts a server of their own is told that it sends no mail, and that anybody may sign up', () => {
  const [mail, signUp, ...more] = warned({});
  expect(mail).toContain('SMTP_URL');
  expect(signUp).toContain('SIGNUP');
  expect(more).toEqual([]);
});

test('what is set, or is the demo’s, is not warned of', () => {
  expect(warned({ SMTP_URL, SIGNUP: 'invite' })).toEqual([]);
  expect(warned({ SMTP_URL })).toHaveLength(1);
  expect(warned({ SIGNUP: 'closed' })).toHaveLength(1);
  expect(warned({ DEMO: 'true' })).toEqual([]);
});
