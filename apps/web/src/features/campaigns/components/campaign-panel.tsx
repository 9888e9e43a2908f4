import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type CampaignDetail, RECIPIENT_STATES, type RecipientState } from '@switchyard/contracts/campaigns/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { useStates } from '../../../components/feature.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { HoldText } from '../../../components/hold-text.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { stateIn, type Tone } from '../../../components/status/states.ts';
import { StatusBadge, useStateWord } from '../../../components/status/status-badge.tsx';
import { translateText } from '../../../lib/api/translate-text.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { campaignQuery } from '../api/campaigns.ts';
import '../texts.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { Recipients } from './recipients.tsx';

const COLOURS: Record<Tone, string> = {
  success: 'brand',
  info: 'blue',
  warning: 'yellow',
  error: 'red',
  neutral: 'gray',
};

/** One campaign: counts that filter its recipients, and the available actions. */
export function CampaignPanel({ id }: { id: string }) {
  const found = useQuery(campaignQuery(id));
  const [state, setState] = useState<RecipientState | null>(null);
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const campaign = found.data;
  if (!campaign) return <Stack mih={400} aria-busy />;
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap">
        <Heading size="h3" dir="auto">
          {campaign.name}
        </Heading>
        <StatusBadge context="campaign" state={campaign.state} />
      </Group>
      {campaign.pausedBecause && <Notice tone="error">{translateText(campaign.pausedBecause)}</Notice>}
      <CampaignActions campaign={campaign} />
      <Outcomes campaign={campaign} chosen={state} onChoose={setState} />
      <HoldsByNumber campaign={campaign} />
      <Facts campaign={campaign} />
      <PerHour campaign={campaign} />
      <Recipients id={id} state={state} />
    </Stack>
  );
}

interface OutcomesProps {
  campaign: CampaignDetail;
  chosen: RecipientState | null;
  onChoose: (state: RecipientState | null) => void;
}

/** Number of recipients in each state: a bar, and buttons that filter by state. */
function Outcomes({ campaign, chosen, onChoose }: OutcomesProps) {
  const { t } = useTranslation('campaigns');
  const states = useStates('recipient');
  const word = useStateWord('recipient');
  const { counts, recipients } = campaign;
  const shown = RECIPIENT_STATES.filter((state) => counts[state] > 0);
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t('detail.recipients', { count: recipients, formatted: formatNumber(recipients) })}
        {campaign.isExpanded ? '' : ` · ${t('growing')}`}
      </Text>
      <Progress.Root size="lg" aria-hidden>
        {shown.map((state) => (
          <Progress.Section
            key={state}
            value={(100 * counts[state]) / Math.max(1, recipients)}
            color={COLOURS[stateIn(states, state).tone]}
          />
        ))}
      </Progress.Root>
      <Group gap={6} role="group" aria-label={t('detail.filter')}>
        <Button
          size="xs"
          variant={chosen === null ? 'light' : 'default'}
          aria-pressed={chosen === null}
          onClick={() => onChoose(null)}
        >
          {t('detail.all')} {formatNumber(recipients)}
        </Button>
        {shown.map((state) => (
          <Button
            key={state}
            size="xs"
            variant={chosen === state ? 'light' : 'default'}
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? null : state)}
          >
            {word(state)} {formatNumber(counts[state])}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

/** Why the next messages have not been sent, per sending number. */
function HoldsByNumber({ campaign: { waits } }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaigns');
  if (waits.length === 0) return null;
  return (
    <section aria-label={t('detail.waits')}>
      <Text fw={600} size="sm">
        {t('detail.waits')}
      </Text>
      {waits.map(({ engineId, engineName, holds }) => (
        <Stack key={engineId} gap={2} mt={4}>
          <AnchorLink size="sm" to="/engine-explorer/$engineId" params={{ engineId }} search={{ tab: 'settings' }}>
            <bdi>{engineName}</bdi>
          </AnchorLink>
          {holds.map((hold) => (
            <Text key={hold.rule} size="sm">
              <HoldText hold={hold} />
              {hold.until && (
                <>
                  {' '}
                  <RelativeTime at={hold.until} exact />
                </>
              )}
            </Text>
          ))}
        </Stack>
      ))}
    </section>
  );
}

function Facts({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaigns');
  const { delivered, read, replied, variants, window, perMinute } = campaign;
  const facts = [
    [t('detail.starts'), <RelativeTime key="starts" at={campaign.startAt} exact />],
    ...(campaign.finishedAt ? [[t('detail.ended'), <RelativeTime key="ended" at={campaign.finishedAt} exact />]] : []),
    // The settings that pending recipients wait for.
    ...(window ? [[t('launch.window'), <bdi key="window">{`${window.from}–${window.to}`}</bdi>]] : []),
    ...(perMinute === null ? [] : [[t('launch.speed'), formatNumber(perMinute)]]),
    [t('detail.delivered'), formatNumber(delivered)],
    [t('detail.read'), formatNumber(read)],
    [t('detail.replied'), replied === null ? t('detail.notCounted') : formatNumber(replied)],
  ] as const;
  return (
    <Stack gap={4}>
      {facts.map(([name, value]) => (
        <Group key={String(name)} justify="space-between" wrap="nowrap">
          <Hint>{name}</Hint>
          <Text size="sm">{value}</Text>
        </Group>
      ))}
      <Hint mt={4}>{t(variants.length > 1 ? 'detail.texts' : 'detail.text')}</Hint>
      {variants.map((text) => (
        <Text key={text} size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap' }} lineClamp={6}>
          {text}
        </Text>
      ))}
    </Stack>
  );
}

const CHART_HEIGHT_PX = 64;

/** Messages sent per hour, as bars. */
function PerHour({ campaign: { perHour } }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaigns');
  const { zone } = useMe().workspace;
  const most = Math.max(1, ...perHour.map((hour) => hour.sent + hour.failed));
  if (perHour.length === 0) return null;
  return (
    <Stack gap={4}>
      <Hint>{t('detail.perHour')}</Hint>
      <ol
        style={{
          alignItems: 'end',
          display: 'flex',
          gap: 2,
          height: CHART_HEIGHT_PX,
          listStyle: 'none',
          margin: 0,
          padding: 0,
        }}
      >
        {perHour.map((hour) => {
          const { sent, failed } = hour;
          const label = t('detail.hour', {
            at: formatExact(new Date(hour.at), zone, false),
            sent: formatNumber(sent),
            failed: formatNumber(failed),
          });
          const height = (count: number) => Math.round((CHART_HEIGHT_PX * count) / most);
          return (
            <li key={hour.at} title={label} aria-label={label} style={{ flex: 1, maxWidth: 32 }}>
              <div style={{ background: 'var(--mantine-color-red-filled)', height: height(failed) }} />
              <div
                style={{
                  background: 'var(--mantine-primary-color-filled)',
                  height: Math.max(sent > 0 ? 2 : 0, height(sent)),
                }}
              />
            </li>
          );
        })}
      </ol>
    </Stack>
  );
}
