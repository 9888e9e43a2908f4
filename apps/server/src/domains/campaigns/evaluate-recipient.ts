import { MAX_MESSAGE_LENGTH } from '@switchyard/contracts/messages/limits';
import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { type Text, text } from '@switchyard/contracts/text/text';
import { type FilledTemplate, fillTemplate } from '@switchyard/message-template';
import { contactVariables } from '../contacts/index.ts';
import { formsNamedIn } from './form-links.ts';

/** A contact, as a campaign sees it. */
export interface Candidate {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  mobile: string;
  /** IANA zone; null: nobody has said. */
  zone: string | null;
  quietHours: OwnQuietHours;
  fields: Record<string, string>;
  isSuppressed: boolean;
  /** An engine was told lately that the number is not on WhatsApp. */
  isMissing: boolean;
  /** Campaign messages that it got in the days that count. */
  lately: number;
}

/** Why a contact of the audience is not sent to. */
export type SkipReason =
  | { kind: 'opted-out' }
  | { kind: 'not-on-whatsapp' }
  | { kind: 'over-cap' }
  | { kind: 'missing'; variables: string[] }
  | { kind: 'too-long' };

/** What becomes of a contact of the audience. */
export interface Judged {
  variables: Record<string, string>;
  variant: number;
  filled: FilledTemplate;
  skip: SkipReason | null;
}

/** Stand for the links until there are any. */
const LINK_PREVIEW = 'https://…/unsubscribe/…';
const FORM_PREVIEW = 'https://…/form-preview/…';

/** Decides about one contact by its place in the audience: the same before a launch and at it. Pure. */
export function evaluateRecipient(
  contact: Candidate,
  { variants, atMost }: { variants: readonly string[]; atMost: number | null },
  place: number,
): Judged {
  const variant = place % variants.length;
  const variables = contactVariables(contact);
  const template = variants[variant] ?? '';
  const forms = Object.fromEntries(formsNamedIn(template).map(({ variable: name }) => [name, FORM_PREVIEW]));
  const filled = fillTemplate(template, { ...variables, ...forms, unsubscribe: LINK_PREVIEW });
  return { variables, variant, filled, skip: whySkipped(contact, filled, atMost) };
}

function whySkipped(contact: Candidate, filled: FilledTemplate, atMost: number | null): SkipReason | null {
  if (contact.isSuppressed) return { kind: 'opted-out' };
  if (contact.isMissing) return { kind: 'not-on-whatsapp' };
  if (atMost !== null && contact.lately >= atMost) return { kind: 'over-cap' };
  if (filled.missing.length > 0) return { kind: 'missing', variables: filled.missing };
  return filled.text.length > MAX_MESSAGE_LENGTH ? { kind: 'too-long' } : null;
}

/** In words, for the list of recipients; `answered` since they were taken in, of a campaign to silent ones. */
export function describeSkip(skip: SkipReason | { kind: 'answered' }): Text {
  switch (skip.kind) {
    case 'opted-out':
      return text('readerUnwanted');
    case 'answered':
      return text('readerAnswered');
    case 'not-on-whatsapp':
      return text('readerNotThere');
    case 'over-cap':
      return text('readerOverCap');
    case 'missing':
      return text('readerUnknown', { variables: skip.variables.map((name) => `{${name}}`).join(', ') });
    case 'too-long':
      return text('textTooLong', { maximum: MAX_MESSAGE_LENGTH });
  }
}
