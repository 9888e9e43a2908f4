import type { Contact } from '@switchyard/contracts/contacts/operations';
import { fillTemplate } from '@switchyard/message-template';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { WhatsAppText } from '../../../components/whatsapp-text/whatsapp-text.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { linkVariables } from '../launch/draft-values.ts';
import '../texts.ts';
import classes from './bubble.module.css';

/** A contact to preview texts for; undefined if there is none or it is still loading. */
export const useSampleContact = (): Contact | undefined =>
  useQuery(apiQuery.contacts.list.queryOptions({ input: { limit: 1 } })).data?.data[0];

/**
 * Previews a text as one contact receives it.
 * @param reader undefined without a contact
 */
export function Bubble({ text, reader }: { text: string; reader: Contact | undefined }) {
  const { t } = useTranslation('campaigns');
  const { name = '', firstName, lastName, mobile, fields } = reader ?? {};
  const values = { ...fields, name, 'first name': firstName, 'last name': lastName, mobile };
  const links = Object.fromEntries(linkVariables(text).map((name) => [name, t('manage.link')]));
  return (
    <div className={classes.bubble}>
      <WhatsAppText text={fillTemplate(text, { ...values, ...links }).text} />
    </div>
  );
}
