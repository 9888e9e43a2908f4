import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { percentOf } from '@switchyard/cluster-rules/usage';
import type { ForecastScore, PressureAlert } from '@switchyard/contracts/cluster/forecast';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { formatBinarySize } from '../components/units.ts';
import { AdviceCard } from './advice-card.tsx';
import { AffectedNames } from './affected-names.tsx';
import { type RunRequest, StartRunDialog } from './start-run-dialog.tsx';
import { useForecast } from './use-advice.ts';
import './advice-texts.ts';

const MAX_SHOWN = 10;

/** Which nodes will cross 90% within 30 minutes, how certain that is, and how often such forecasts were right. */
export function PressureForecastCard() {
  const { t } = useTranslation('clusterAdvice');
  const query = useForecast();
  const [request, setRequest] = useState<RunRequest | null>(null);
  return (
    <AdviceCard title={t('forecast.title')} query={query}>
      {({ unknown, alerts, judged, waiting, neededMinutes, score }) => (
        <Stack gap="sm">
          {unknown !== null && <Text size="sm">{t('forecast.unknown', { why: unknown })}</Text>}
          {unknown === null && alerts.length === 0 && judged > 0 && <Text size="sm">{t('forecast.none')}</Text>}
          {alerts.slice(0, MAX_SHOWN).map((alert) => (
            <AlertLine
              key={alert.nodeName}
              alert={alert}
              onRelieve={() => setRequest({ nodeName: alert.nodeName, step: null })}
            />
          ))}
          {alerts.length > MAX_SHOWN && (
            <Text size="sm">{t('forecast.more', { count: alerts.length - MAX_SHOWN })}</Text>
          )}
          <div>
            <Hint size="xs">
              {judged > 0 && t('forecast.judged', { count: judged })}{' '}
              {waiting > 0 && t('forecast.waiting', { count: waiting, minutes: neededMinutes })}
            </Hint>
            <Score score={score} />
          </div>
          <StartRunDialog request={request} onClose={() => setRequest(null)} />
        </Stack>
      )}
    </AdviceCard>
  );
}

function AlertLine({ alert, onRelieve }: { alert: PressureAlert; onRelieve: () => void }) {
  const { t } = useTranslation('clusterAdvice');
  const { nodeName: node, heaviest } = alert;
  const percent = Math.round(percentOf(alert.memoryBytes, alert.capacityBytes));
  const isReached = alert.crossesInMs === 0 && alert.confidence === 1 && percent >= 90;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minInlineSize: 0 }}>
        <Text size="sm" fw={550}>
          {isReached
            ? t('forecast.now', { node, percent })
            : t('forecast.in', { node, percent, minutes: minutes(alert.crossesInMs ?? 0) })}{' '}
          {alert.isCordoned && (
            <Badge size="sm" variant="light" color="gray">
              {t('forecast.cordoned')}
            </Badge>
          )}
        </Text>
        {!isReached && (
          <Text size="xs">
            {t(alert.latestInMs === null ? 'forecast.rangeOpen' : 'forecast.range', {
              earliest: minutes(alert.earliestInMs ?? 0),
              latest: minutes(alert.latestInMs ?? 0),
              sure: Math.round(alert.confidence * 100),
              growth: formatBinarySize(alert.growthBytesPerMinute ?? 0),
            })}
          </Text>
        )}
        <Hint size="xs">
          {heaviest
            ? t('forecast.heaviest', { pod: heaviest.name, memory: formatBinarySize(heaviest.memoryBytes) })
            : t('forecast.noHeaviest')}
        </Hint>
        {heaviest && <AffectedNames names={heaviest.sessions} />}
      </div>
      {heaviest && !alert.isCordoned && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('forecast.relieveNode', { node })}
          onClick={onRelieve}
          style={{ flexShrink: 0 }}
        >
          {t('forecast.relieve')}
        </Button>
      )}
    </Group>
  );
}

const minutes = (ms: number) => Math.max(1, Math.round(ms / 60_000));

function Score({ score }: { score: ForecastScore }) {
  const { t } = useTranslation('clusterAdvice');
  const count = score.cameTrue + score.didNot;
  const percent = Math.round(percentOf(score.cameTrue, count));
  return (
    <Hint size="xs">
      {count === 0 ? t('forecast.unscored') : t('forecast.scored', { count, cameTrue: score.cameTrue, percent })}{' '}
      {score.actedOn + score.unknown + score.open > 0 &&
        t('forecast.aside', { actedOn: score.actedOn, unknown: score.unknown, open: score.open })}
    </Hint>
  );
}
