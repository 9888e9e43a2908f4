import { languages } from '@switchyard/contracts/accounts/operations';
import { NOTIFICATION_KINDS } from '@switchyard/contracts/domains';
import { describe, expect, it } from 'vitest';
import { domains } from '../../app.ts';
import { accountMail } from '../../domains/accounts/account-mail.ts';
import { ACCOUNT_MAILS } from '../../domains/accounts/account-mail-texts.ts';
import { notificationMail, notificationText } from '../../domains/notifications/notification-mail.ts';
import { NOTIFICATION_TEXTS } from '../../domains/notifications/notification-texts.ts';
import { invitationMail } from '../../domains/workspaces/invitation-mail.ts';
import { INVITATION_TEXTS } from '../../domains/workspaces/invitation-texts.ts';
import { collectNotices } from '../notice.ts';

/** The placeholders of a text, without repeats and sorted. */
const filled = (texts: unknown) => [...new Set(JSON.stringify(texts).match(/\{\w+\}/g))].sort();
const others = languages.options.filter((language) => language !== 'en');

/** By domain, although all are read alike. */
const notices = collectNotices(domains);
const around = { notices, publicUrl: 'https://example.com' };
const mails = [INVITATION_TEXTS, ACCOUNT_MAILS, NOTIFICATION_TEXTS, ...[...notices.values()].map(({ texts }) => texts)];

describe.each(others)('mails in %s', (language) => {
  it('have the same placeholders as the English ones', () => {
    expect(filled(INVITATION_TEXTS[language])).toEqual(filled(INVITATION_TEXTS.en));
    for (const kind of ['reset', 'verify'] as const) {
      expect(filled(ACCOUNT_MAILS[language][kind])).toEqual(filled(ACCOUNT_MAILS.en[kind]));
    }
    for (const [kind, { texts }] of notices) {
      for (const [at, text] of texts.en.entries()) expect(filled(texts[language][at]), kind).toEqual(filled(text));
    }
  });

  it('contain nothing in English', () => {
    const sentences = (words: unknown) => JSON.stringify(words).match(/[^"\\]{12,}/g) ?? [];
    const english = new Set(mails.flatMap((all) => sentences(all.en)));
    const own = mails.flatMap((all) => sentences(all[language]));
    expect(own.filter((text) => english.has(text) && !/^[a-z-]+$/.test(text))).toEqual([]);
  });
});

it('has every kind of notification declared by a domain', () => {
  expect([...notices.keys()].sort()).toEqual([...NOTIFICATION_KINDS].sort());
});

it('is in the reader’s language, with names and numbers in order', () => {
  const person = { name: 'Grace', email: 'grace@example.com', language: 'he' };
  const notification = {
    kind: 'engine-off' as const,
    data: { id: 'e1', name: 'Front desk', at: '2026-11-23T04:00:00Z', reason: 'Its phone is off.' },
    workspaceName: 'Compilers',
  };
  const { subject, text } = notificationMail(around, person, notification);
  expect(subject).toBe('Switchyard: \u2068Front desk\u2069 כבוי');
  expect(text).toContain('שלום \u2068Grace\u2069,');
  expect(text).toContain('\u20682026-11-23 04:00 UTC\u2069');
  expect(text).toContain('Its phone is off.');
  expect(text).toContain('https://example.com/engine-explorer/e1');
  expect(notificationText(around, notification, 'de')).toContain('Front desk besteht seit 2026-11-23 04:00 UTC');
  expect(accountMail('reset', { ...person, language: 'es' }, 'https://example.com/x').text).toContain('Hola, Grace:');
  const invited = { invitedBy: 'Ada', workspaceName: 'Compilers', link: 'https://example.com/j', language: 'pt' };
  expect(invitationMail('g@example.com', invited).subject).toBe('Você foi convidado para um espaço no Switchyard');
  expect(invitationMail('g@example.com', invited).text).toContain('Ada convida você para trabalhar em Compilers');
});

it('omits an unknown moment, and uses English if no language was chosen', () => {
  const notification = { kind: 'plan' as const, data: {}, workspaceName: 'Compilers' };
  expect(notificationText(around, notification, null)).toBe(
    'Switchyard, Compilers: Your workspace’s plan is changing.\nhttps://example.com/account-subscription',
  );
});
