import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import type { TextsByLanguage } from './mail/texts.ts';

/** Texts of a kind of notification outside the app: in mails and in messages to people's own WhatsApp numbers. */
export interface Notice {
  /** The screen where the problem can be solved. */
  path(data: NotificationData): string;
  /** Short and full text. `{name}`, `{count}`, `{limit}`, `{address}` and `{at}` are filled in from the data. */
  texts: TextsByLanguage<readonly [subject: string, text: string]>;
}

/** A domain's notices by kind. */
export type Notices = { readonly [Kind in NotificationKind]?: Notice };

/** The notices of all domains. @throws Error if two domains declare the same kind */
export function collectNotices(domains: readonly { notices?: Notices }[]): ReadonlyMap<NotificationKind, Notice> {
  const entries = domains.flatMap(({ notices = {} }) => Object.entries(notices) as [NotificationKind, Notice][]);
  const byKind = new Map(entries);
  if (byKind.size < entries.length) throw new Error('two domains declare the same kind of notification');
  return byKind;
}
