import type { EngineDetail } from '@switchyard/contracts/engines/detail';
import type { LaneState } from '@switchyard/contracts/messages/lane';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { driverName } from '../driver-name.ts';
import { PairingPanel } from '../pairing/pairing-panel.tsx';
import '../texts.ts';
import { formatDuration, formatMemory } from './amounts.ts';
import classes from './explorer.module.css';
import { Facts, fact } from './facts.tsx';
import { LaneCard } from './lane-card.tsx';

/** Current state of the engine: connection, process, lane and pacing. */
export function Overview(props: { found: EngineDetail; lane: LaneState | null; isOwn: boolean }) {
  const { t } = useTranslation('engines');
  const { engine, lease, process, podMemoryBytes, pacing } = props.found;
  const rate = (perMinute: number | null) =>
    perMinute === null ? t('explorer.noLimit') : t('explorer.perMinute', { count: perMinute });
  const waits = engine.status === 'qrcode' || engine.status === 'unpaired';
  return (
    <div className={classes.cards}>
      {waits && props.isOwn && (
        <Card className={classes.card}>
          <PairingPanel engine={engine} />
        </Card>
      )}
      {props.lane && <LaneCard lane={props.lane} isOwn={props.isOwn} />}
      <Facts
        title={t('explorer.facts')}
        facts={[
          fact(t('column.type'), t(`type.${engine.type}`)),
          fact(t('explorer.driver'), `${driverName(t, engine.driver)} (${engine.driver})`),
          fact(t('explorer.number'), <bdi>{engine.phoneNumber ?? '–'}</bdi>),
          fact(t('explorer.domain'), engine.connection?.domain ?? '–'),
          fact(
            t('explorer.connectedSince'),
            engine.connection?.connectionTime ? <RelativeTime at={engine.connection.connectionTime} /> : t('never'),
          ),
          fact(t('explorer.created'), <RelativeTime at={engine.createdAt} />),
          fact(t('explorer.lastRestart'), engine.lastRestart ? <RelativeTime at={engine.lastRestart} /> : '–'),
          fact(t('column.session'), <code>{engine._id}</code>),
        ]}
      />
      <Facts
        title={t('explorer.process')}
        facts={[
          fact(t('explorer.memory'), podMemoryBytes === null ? t('explorer.noMemory') : formatMemory(podMemoryBytes)),
          fact(
            t('explorer.processMemory'),
            process === null ? t('explorer.noProcess') : formatMemory(process.memoryBytes),
          ),
          fact(t('explorer.uptime'), process === null ? '–' : formatDuration(process.uptimeSeconds)),
          fact(t('explorer.pod'), <code>{engine.podName ?? t('explorer.noPod')}</code>),
          fact(t('explorer.holder'), lease ? <code>{lease.holder}</code> : t('explorer.noHolder')),
          fact(t('explorer.generation'), lease ? formatNumber(lease.generation) : '–'),
          fact(
            t(lease && !lease.isLive ? 'explorer.leaseEnded' : 'explorer.leaseEnds'),
            lease ? <RelativeTime at={lease.expiresAt} /> : '–',
          ),
        ]}
      />
      <Facts
        title={t('explorer.pacing')}
        facts={[
          fact(t('explorer.known'), rate(pacing.knownPerMinute)),
          fact(t('explorer.first'), rate(pacing.newPerMinute)),
          fact(t('explorer.replies'), rate(pacing.repliesPerMinute)),
          fact(
            t('explorer.gap'),
            pacing.gapFromSeconds === null || pacing.gapToSeconds === null
              ? t('explorer.none')
              : t('explorer.gapSeconds', {
                  from: formatNumber(pacing.gapFromSeconds),
                  to: formatNumber(pacing.gapToSeconds),
                }),
          ),
          fact(t('explorer.burst'), formatNumber(pacing.burst)),
          fact(t('explorer.cap'), pacing.dailyCap === null ? t('explorer.noLimit') : formatNumber(pacing.dailyCap)),
          fact(t('explorer.sentToday'), formatNumber(pacing.sentToday)),
          fact(
            t('explorer.quiet'),
            pacing.quietFrom && pacing.quietTo
              ? t('explorer.quietHours', { from: pacing.quietFrom, to: pacing.quietTo })
              : pacing.workspaceQuiet && !pacing.quietOff
                ? t('explorer.quietOfWorkspace', pacing.workspaceQuiet)
                : t('explorer.none'),
          ),
          fact(
            t('explorer.restriction'),
            pacing.restriction ? (
              <span>
                {t(`explorer.restricted.${pacing.restriction.scope}`)}{' '}
                {pacing.restriction.until && <RelativeTime at={pacing.restriction.until} />}
              </span>
            ) : (
              t('explorer.none')
            ),
          ),
        ]}
      />
    </div>
  );
}
