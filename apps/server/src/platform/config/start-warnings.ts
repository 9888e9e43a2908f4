import type { Config } from './config.ts';

/** Warnings about settings for the person who starts a server; none in demo mode, which is for trying things out. */
export function startWarnings({ demo, smtpUrl, signUp }: Pick<Config, 'demo' | 'smtpUrl' | 'signUp'>): string[] {
  if (demo) return [];
  const warnings: string[] = [];
  if (smtpUrl === null) {
    warnings.push('SMTP_URL is not set: no mail is sent, though people are told to look for links in theirs');
  }
  if (signUp === 'open') {
    warnings.push('SIGNUP is open: anyone who can reach this server can create an account; set it to invite or closed');
  }
  return warnings;
}
