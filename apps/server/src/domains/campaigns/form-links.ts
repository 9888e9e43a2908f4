import { formCodeOf } from '@switchyard/contracts/shares/form-variable';
import { type CodedText, text } from '@switchyard/contracts/text/text';
import { variablesOf } from '@switchyard/message-template';
import type { Db } from '../../platform/database/database.ts';
import { defineEffects } from '../../platform/hooks.ts';
import type { CampaignRow } from './campaigns.queries.ts';

/** Personal links of forms, which are above campaigns. */
export interface FormLinks {
  /** Those of these codes that name a form of the workspace which takes answers. */
  known(db: Db, workspaceId: string, codes: readonly string[], now: Date): Promise<Set<string>>;
  /**
   * For each recipient of a campaign the path of a link of their own, which one answer uses up: always the same for the
   * same recipient.
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
  // Most texts name none, and each is read once for every reader.
  if (!/\{\s*form\s/i.test(template)) return [];
  return variablesOf(template).flatMap(({ name: variable }) => {
    const code = formCodeOf(variable);
    return code === null ? [] : [{ variable, code }];
  });
}

/** What is wrong with a text that names a form which takes no answers; null: nothing. */
export async function formFault(db: Db, workspaceId: string, template: string, now: Date): Promise<CodedText | null> {
  const named = formsNamedIn(template);
  if (named.length === 0) return null;
  const codes = named.map(({ code }) => code);
  const known = await formLinks().known(db, workspaceId, codes, now);
  const gone = named.find(({ code }) => !known.has(code));
  return gone ? text('formGone', { variable: `{${gone.variable}}` }) : null;
}

/** One who is sent to; of a text with forms, only contacts that are there. */
interface Reader {
  id: string;
  contactId: string | null;
  variant: number;
}

/** Whether the text of a reader names forms, and which variables do. */
export const formsFor = ({ variants }: Pick<CampaignRow, 'variants'>, { variant }: Reader) =>
  formsNamedIn(variants[variant] ?? '');

/** The links of readers by the variables of their texts, by the readers' ids. */
export async function makeFormLinks(
  tx: Db,
  campaign: CampaignRow,
  readers: readonly Reader[],
  publicUrl: string,
): Promise<Map<string, Record<string, string>>> {
  const values = new Map<string, Record<string, string>>();
  const forms = new Map(readers.flatMap((one) => formsFor(campaign, one)).map((form) => [form.variable, form.code]));
  for (const [variable, code] of forms) {
    const named = readers.filter((one) => formsFor(campaign, one).some((form) => form.variable === variable));
    const recipients = named.flatMap(({ id, contactId }) =>
      contactId === null ? [] : [{ recipientId: id, contactId }],
    );
    const paths = await formLinks().make(tx, campaign.workspaceId, code, recipients);
    for (const { recipientId } of recipients) {
      const path = paths.get(recipientId);
      if (path === undefined) throw new Error('a form gave no link');
      values.set(recipientId, { ...values.get(recipientId), [variable]: new URL(path, publicUrl).href });
    }
  }
  return values;
}
