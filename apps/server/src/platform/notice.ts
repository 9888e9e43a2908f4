import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import type { TextsByLanguage } from './mail/words.ts';

/** What a kind of notification says where it leaves the app: by mail and to people's own WhatsApp numbers. */
export interface Notice {
  /** The screen where something can be done about it. */
  path(data: NotificationData): string;
  /** In a line, and in full; `{name}`, `{count}`, `{limit}`, `{address}` and `{at}` are filled in from the data. */
  texts: TextsByLanguage<readonly [subject: string, text: string]>;
}

/** A domain's notices by kind. */
export type Notices = { readonly [Kind in NotificationKind]?: Notice };

/** The notices of all domains. @throws Error when two domains declare the same kind */
export function collectNotices(domains: readonly { notices?: Notices }[]): ReadonlyMap<NotificationKind, Notice> {
  const entries = domains.flatMap(({ notices = {} }) => Object.entries(notices) as [NotificationKind, Notice][]);
  const byKind = new Map(entries);
  if (byKind.size < entries.length) throw new Error('two domains declare the same kind of notification');
  return byKind;
}
