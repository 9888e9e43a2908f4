import { CloseButton } from '@mantine/core';
import type { QuotedMessage } from '@switchyard/contracts/messages/body';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import '../texts.ts';
import classes from './compose.module.css';

/** The quoted message above a reply. */
export function Quoted({ quote, onRemove }: { quote: QuotedMessage; onRemove: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <div className={classes.quoted}>
      <blockquote aria-label={t('detail.answers')}>
        <Hint size="xs">{t('detail.answers')}</Hint>
        <bdi>{quote.text}</bdi>
      </blockquote>
      <CloseButton aria-label={t('compose.removeQuote')} onClick={onRemove} />
    </div>
  );
}
