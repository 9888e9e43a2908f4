import type { ItemMessage } from '@switchyard/contracts/boards/operations';
import { IconMessage2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import classes from './boards.module.css';
import '../texts.ts';

/** The chat message that an item was created from, with a link to it. */
export function ItemMessageCard({ message }: { message: ItemMessage }) {
  const { t } = useTranslation('boards');
  const { engineId, chat, chatName, waMessageId, text, at } = message;
  return (
    <Card as="section" aria-label={t('message.title')} className={classes.message ?? ''}>
      <bdi className={classes.quoted}>{text || t('message.noText')}</bdi>
      <Hint size="xs">
        <bdi>{chatName ?? chat}</bdi> · <RelativeTime at={at} />
      </Hint>
      {engineId ? (
        <AnchorLink to="/chat" search={{ engine: engineId, chat, message: waMessageId }} size="sm">
          <IconMessage2 size={14} aria-hidden /> {t('message.open')}
        </AnchorLink>
      ) : (
        <Hint size="xs">{t('message.noEngine')}</Hint>
      )}
    </Card>
  );
}
