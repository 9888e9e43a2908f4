import { formCodeOf } from '@switchyard/contracts/shares/form-variable';
import { type CodedText, text } from '@switchyard/contracts/text/text';
import { variablesOf } from '@switchyard/message-template';
import type { Db } from '../../platform/database/database.ts';
import { defineEffects } from '../../platform/hooks.ts';
import type { CampaignRow } from './campaigns.queries.ts';

/** Personal form links, implemented by the domain of forms, which is above campaigns. */
export interface FormLinks {
  /** Returns the codes that name a form of the workspace that accepts answers. */
  known(db: Db, workspaceId: string, codes: readonly string[], now: Date): Promise<Set<string>>;
  /**
   * Returns for each recipient the path of a personal link, good for one answer; the same recipient always gets the
   * same link.
   */
  make(
    tx: Db,
    workspaceId: string,
    code: string,
    recipients: readonly { recipientId: string; contactId: string }[],
  ): Promise<Map<string, string>>;
}

export const formLinks = defineEffects<FormLinks>();

/** The variables of a text that name forms, with the forms' codes. */
export function formsNamedIn(template: string): { variable: string; code: string }[] {
  // A cheap check first: most texts name no form, and each is parsed once per recipient.
  if (!/\{\s*form\s/i.test(template)) return [];
  return variablesOf(template).flatMap(({ name: variable }) => {
    const code = formCodeOf(variable);
    return code === null ? [] : [{ variable, code }];
  });
}

/** The fault of a text that names a form which accepts no answers. Null: there is none. */
export async function formFault(db: Db, workspaceId: string, template: string, now: Date): Promise<CodedText | null> {
  const forms = formsNamedIn(template);
  if (forms.length === 0) return null;
  const codes = forms.map(({ code }) => code);
  const known = await formLinks().known(db, workspaceId, codes, now);
  const missing = forms.find(({ code }) => !known.has(code));
  return missing ? text('formGone', { variable: `{${missing.variable}}` }) : null;
}

/** A recipient; for texts with forms, their contact must exist. */
interface FormRecipient {
  id: string;
  contactId: string | null;
  variant: number;
}

/** The forms that a recipient's text names. */
export const formsFor = ({ variants }: Pick<CampaignRow, 'variants'>, { variant }: FormRecipient) =>
  formsNamedIn(variants[variant] ?? '');

/** Makes the form links of recipients, by recipient id and variable. */
export async function makeFormLinks(
  tx: Db,
  campaign: CampaignRow,
  recipients: readonly FormRecipient[],
  publicUrl: string,
): Promise<Map<string, Record<string, string>>> {
  const values = new Map<string, Record<string, string>>();
  const forms = new Map(
    recipients.flatMap((recipient) => formsFor(campaign, recipient)).map((form) => [form.variable, form.code]),
  );
  for (const [variable, code] of forms) {
    const withForm = recipients.filter((recipient) =>
      formsFor(campaign, recipient).some((form) => form.variable === variable),
    );
    const targets = withForm.flatMap(({ id, contactId }) =>
      contactId === null ? [] : [{ recipientId: id, contactId }],
    );
    const paths = await formLinks().make(tx, campaign.workspaceId, code, targets);
    for (const { recipientId } of targets) {
      const path = paths.get(recipientId);
      if (path === undefined) throw new Error('a form gave no link');
      values.set(recipientId, { ...values.get(recipientId), [variable]: new URL(path, publicUrl).href });
    }
  }
  return values;
}
