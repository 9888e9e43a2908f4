import { Text } from '@mantine/core';
import { faultsOf, fillTemplate } from '@switchyard/message-template';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { isFormatted, parseFormatting } from '../../../components/whatsapp-text/formatting.ts';
import { WhatsAppText } from '../../../components/whatsapp-text/whatsapp-text.tsx';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import classes from './compose.module.css';
import type { Person } from './use-people.ts';

/**
 * Previews the text as it will arrive if that differs from what is written: with formatting, and filled for the
 * recipient with the most missing fields.
 */
export function TextPreview(props: { message: string; people: readonly Person[]; fillsPlaceholders: boolean }) {
  const { t } = useTranslation('messages');
  const message = useDeferredValue(props.message);
  const { fillsPlaceholders } = props;
  const [shown] = fillsPlaceholders
    ? fillForRecipients(message, props.people)
    : [{ name: '', text: message, missing: [] }];
  if (!shown || (!fillsPlaceholders && !isFormatted(parseFormatting(message)))) return null;
  const { name, text, missing } = shown;
  const [fault] = fillsPlaceholders ? faultsOf(message) : [];
  return (
    <section className={classes.preview} aria-label={t('compose.preview')}>
      <Text size="xs" fw={550}>
        {fillsPlaceholders && name ? t('compose.previewFor', { name }) : t('compose.preview')}
      </Text>
      <WhatsAppText text={text} />
      {missing.length > 0 && (
        <Text size="xs" c="red" role="alert">
          {t('compose.nothingKnown', {
            name,
            fields: missing.map((field) => `{${field}}`).join(', '),
            example: `{${missing[0]}|…}`,
          })}
        </Text>
      )}
      {fault && (
        <Text size="xs" c="red" role="alert">
          {translateText(fault.message)}
        </Text>
      )}
    </section>
  );
}

/**
 * The filled text per recipient, most missing fields first; with placeholders for nobody in particular while none are
 * known.
 */
function fillForRecipients(message: string, people: readonly Person[]) {
  const known = people.flatMap(({ name, known }) => (known ? [{ name, variables: known.variables }] : []));
  const recipients = known.length > 0 ? known : [{ name: '', variables: {} }];
  return recipients
    .map(({ name, variables }) => ({ name, ...fillTemplate(message, variables) }))
    .sort((a, b) => b.missing.length - a.missing.length);
}
