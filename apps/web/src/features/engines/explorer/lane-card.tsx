import { Text, Title } from '@mantine/core';
import { type LaneState, MAX_COUNTED } from '@switchyard/contracts/messages/lane';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { HoldText } from '../../../components/hold-text.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ackState } from '../../../components/status/ack-state.ts';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import classes from './explorer.module.css';

/** What is pending in the engine's lane, what holds it, and the last acknowledgement from WhatsApp. */
export function LaneCard({ lane, isOwn }: { lane: LaneState; isOwn: boolean }) {
  const { t } = useTranslation('engines');
  const counts = (['pending', 'due', 'sending', 'unknown'] as const).map((name) => ({
    name,
    text:
      lane[name] >= MAX_COUNTED ? t('explorer.orMore', { shown: formatNumber(MAX_COUNTED) }) : formatNumber(lane[name]),
  }));
  return (
    <Card className={classes.card} aria-label={t('explorer.lane')}>
      <Heading size="h3">{t('explorer.lane')}</Heading>
      <dl className={classes.counts}>
        {counts.map(({ name, text }) => (
          <div key={name}>
            <dt>{t(`explorer.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {lane.next ? (
        <div>
          <Text size="sm">
            <Text component="span" c="dimmed" size="sm">
              {t('explorer.next')}:
            </Text>{' '}
            {isOwn ? (
              <AnchorLink to="/import-messages" search={{ open: lane.next._id }} size="sm">
                <bdi>{lane.next.contactName}</bdi>
              </AnchorLink>
            ) : (
              <bdi>{lane.next.contactName}</bdi>
            )}
            {', '}
            <RelativeTime at={lane.next.dueDate} />
          </Text>
          {lane.next.holds.length === 0 ? (
            <Hint>{t('explorer.notHeld')}</Hint>
          ) : (
            <ul className={classes.holds} aria-label={t('explorer.heldBecause')}>
              {lane.next.holds.map((hold) => (
                <li key={hold.rule}>
                  <HoldText hold={hold} />
                  {hold.until && (
                    <Text component="span" c="dimmed" size="sm">
                      {' '}
                      (<RelativeTime at={hold.until} />)
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : (
        <Hint>{t('explorer.nothingWaits')}</Hint>
      )}
      <div>
        <Title order={3} size="sm" mb={4}>
          {t('explorer.acknowledgements')}
        </Title>
        {lane.acknowledgements.length === 0 ? (
          <Hint>{t('explorer.noAcknowledgements')}</Hint>
        ) : (
          <ul className={classes.acknowledgements}>
            {lane.acknowledgements.map((acknowledgement) => (
              <li key={acknowledgement._id}>
                <span>
                  <StatusBadge context="message" state={ackState(acknowledgement.ack)} />
                </span>
                <span>
                  <bdi>{acknowledgement.contactName}</bdi>
                </span>
                <Text component="span" c="dimmed" size="xs">
                  <RelativeTime at={acknowledgement.at} />
                </Text>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
