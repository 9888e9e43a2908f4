import { MAX_MESSAGE_LENGTH } from '@switchyard/contracts/messages/limits';
import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { type Text, text } from '@switchyard/contracts/text/text';
import { type FilledTemplate, fillTemplate } from '@switchyard/message-template';
import { contactVariables } from '../contacts/index.ts';
import { formsNamedIn } from './form-links.ts';

/** A contact with what a campaign needs to know. */
export interface Candidate {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  mobile: string;
  /** IANA zone. Null: not set. */
  zone: string | null;
  quietHours: OwnQuietHours;
  fields: Record<string, string>;
  isSuppressed: boolean;
  /** Whether an engine found recently that the number is not on WhatsApp. */
  isMissing: boolean;
  /** Number of recent campaign messages to it, within the days that count. */
  recentMessages: number;
}

/** Why a contact of the audience is skipped. */
export type SkipReason =
  | { kind: 'opted-out' }
  | { kind: 'not-on-whatsapp' }
  | { kind: 'over-cap' }
  | { kind: 'missing'; variables: string[] }
  | { kind: 'too-long' };

/** What a campaign does with a contact. */
export interface Evaluation {
  variables: Record<string, string>;
  variant: number;
  filled: FilledTemplate;
  skip: SkipReason | null;
}

/** Placeholders for links that don't exist yet. */
const LINK_PREVIEW = 'https://…/unsubscribe/…';
const FORM_PREVIEW = 'https://…/form-preview/…';

/** Evaluates a contact by its position in the audience; pre-flight and launch get the same result. Pure. */
export function evaluateRecipient(
  contact: Candidate,
  { variants, atMost }: { variants: readonly string[]; atMost: number | null },
  place: number,
): Evaluation {
  const variant = place % variants.length;
  const variables = contactVariables(contact);
  const template = variants[variant] ?? '';
  const forms = Object.fromEntries(formsNamedIn(template).map(({ variable: name }) => [name, FORM_PREVIEW]));
  const filled = fillTemplate(template, { ...variables, ...forms, unsubscribe: LINK_PREVIEW });
  return { variables, variant, filled, skip: skipReason(contact, filled, atMost) };
}

function skipReason(contact: Candidate, filled: FilledTemplate, atMost: number | null): SkipReason | null {
  if (contact.isSuppressed) return { kind: 'opted-out' };
  if (contact.isMissing) return { kind: 'not-on-whatsapp' };
  if (atMost !== null && contact.recentMessages >= atMost) return { kind: 'over-cap' };
  if (filled.missing.length > 0) return { kind: 'missing', variables: filled.missing };
  return filled.text.length > MAX_MESSAGE_LENGTH ? { kind: 'too-long' } : null;
}

/**
 * The text of a skip reason for the list of recipients. `answered`: since they were added to a campaign to silent
 * contacts.
 */
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
