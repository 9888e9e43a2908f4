import type { Message } from '@switchyard/contracts/messages/message';
import { YES_NO_FIELDS } from '@switchyard/contracts/messages/yes-no-fields';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import '../texts.ts';
import classes from './message-panel.module.css';

interface Fact {
  name: string;
  value: ReactNode;
  /** The value is the default. */
  isDefault: boolean;
}

/** Further details of a message; default values are collapsed. */
export function MessageFacts({ message }: { message: Message }) {
  const { t } = useTranslation('messages');
  const zone = useZone();
  const facts: Fact[] = [
    { name: t('detail.zone'), value: message.zone, isDefault: message.zone === zone },
    { name: t('column.sentWith'), value: message.sentWith, isDefault: message.sentWith === 'whatsapp' },
    { name: t('column.campaignId'), value: message.campaignId, isDefault: message.campaignId === null },
    { name: t('column.retryCount'), value: message.retryCount, isDefault: message.retryCount === 0 },
    ...YES_NO_FIELDS.map((field) => ({
      name: t(`column.${field}`),
      value: t(message[field] ? 'yes' : 'no'),
      isDefault: !message[field],
    })),
  ];
  return (
    <>
      <Facts facts={facts.filter(({ isDefault }) => !isDefault)} />
      <details className={classes.more}>
        <summary>{t('detail.more')}</summary>
        <Facts facts={facts.filter(({ isDefault, value }) => isDefault && value !== null)} />
      </details>
    </>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
