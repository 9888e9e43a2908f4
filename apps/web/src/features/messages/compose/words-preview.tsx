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
 * How the words arrive, where that is not as they are written: with their look, and filled for the recipient of whom
 * least is known.
 */
export function WordsPreview(props: { message: string; people: readonly Person[]; isFilled: boolean }) {
  const { t } = useTranslation('messages');
  const message = useDeferredValue(props.message);
  const { isFilled } = props;
  const [shown] = isFilled ? filledFor(message, props.people) : [{ name: '', text: message, missing: [] }];
  if (!shown || (!isFilled && !isFormatted(parseFormatting(message)))) return null;
  const { name, text, missing } = shown;
  const [fault] = isFilled ? faultsOf(message) : [];
  return (
    <section className={classes.preview} aria-label={t('compose.preview')}>
      <Text size="xs" fw={550}>
        {isFilled && name ? t('compose.previewFor', { name }) : t('compose.preview')}
      </Text>
      <WhatsAppText text={text} />
      {missing.length > 0 && (
        <Text size="xs" c="red" role="alert">
          {t('compose.nothingKnown', {
            name,
            fields: missing.map((one) => `{${one}}`).join(', '),
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

/** The words for each, those first who lack most; for nobody in particular while nobody is known. */
function filledFor(message: string, people: readonly Person[]) {
  const known = people.flatMap(({ name, known }) => (known ? [{ name, variables: known.variables }] : []));
  const readers = known.length > 0 ? known : [{ name: '', variables: {} }];
  return readers
    .map(({ name, variables }) => ({ name, ...fillTemplate(message, variables) }))
    .sort((one, other) => other.missing.length - one.missing.length);
}
