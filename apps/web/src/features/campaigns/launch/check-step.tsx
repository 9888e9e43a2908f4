import { ActionIcon, Box, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type CampaignDraft, MAX_TEST_NUMBERS, type Preflight } from '@switchyard/contracts/campaigns/operations';
import { IconChevronLeft, IconChevronRight, IconRocket } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { faultText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { unknownVariableText } from '../../../components/unknown-variables.tsx';
import { WhatsAppText } from '../../../components/whatsapp-text/whatsapp-text.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { checkQuery } from '../api/campaigns.ts';
import '../texts.ts';
import type { STEPS } from './draft-values.ts';
import classes from './launch.module.css';

type Step = (typeof STEPS)[number];

/** From this many recipients of identical text, WhatsApp is likely to look more closely. */
const SAME_TEXT_THRESHOLD = 20;

/** What a launch would do, by the same rules as the launch itself, and the launch button. */
export function CheckStep(props: {
  draft: CampaignDraft;
  zone: string;
  error: Error | null;
  isLaunching: boolean;
  onStep: (step: Step) => void;
  onLaunch: () => void;
}) {
  const { t } = useTranslation('campaigns');
  const check = useQuery(checkQuery(props.draft));
  const found = check.data;
  if (check.isError)
    return <ErrorState error={new Error(faultText(check.error))} onRetry={() => void check.refetch()} />;
  if (!found) {
    return (
      <Stack aria-busy>
        <Text role="status">{t('launch.checking')}</Text>
        <Skeleton h={260} />
      </Stack>
    );
  }
  const { sendable } = found;
  return (
    <Stack gap="md">
      {props.error && <Notice tone="error">{faultText(props.error)}</Notice>}
      <Heading size="h3" aria-live="polite">
        {t('launch.sendable', { count: sendable, formatted: formatNumber(sendable) })}{' '}
        <Text span c="dimmed" size="sm">
          {t('launch.of', { count: found.contacts, formatted: formatNumber(found.contacts) })}
        </Text>
      </Heading>
      <Findings found={found} onStep={props.onStep} />
      {sendable > 0 && <Forecast found={found} zone={props.zone} />}
      {found.preview.length > 0 && <Preview found={found} draft={props.draft} />}
      <Group justify="flex-end">
        <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
          {t('launch.again')}
        </Button>
        <Button
          size="md"
          leftSection={<IconRocket size={18} />}
          disabled={sendable === 0}
          loading={props.isLaunching}
          onClick={props.onLaunch}
        >
          {sendable === 0
            ? t('launch.nobody')
            : t('launch.launch', { count: sendable, formatted: formatNumber(sendable) })}
        </Button>
      </Group>
    </Stack>
  );
}

/** The step where each finding can be fixed. */
const STEP_OF = {
  optedOut: 'audience',
  notOnWhatsApp: 'audience',
  overCap: 'audience',
  tooLong: 'text',
  firstContacts: 'time',
  sameText: 'text',
} as const satisfies Record<string, Step>;

/** Exclusions with their reasons, and warnings; each links to its step. */
function Findings({ found, onStep }: { found: Preflight; onStep: (step: Step) => void }) {
  const { t } = useTranslation('campaigns');
  const { t: translateVariables } = useTranslation('variables');
  const counted = { ...found, sameText: found.sameText >= SAME_TEXT_THRESHOLD ? found.sameText : 0 };
  const findings: { text: string; step: Step }[] = [
    ...found.unknown.map(({ variable, nearest }) => ({
      text: unknownVariableText(translateVariables, { name: variable, nearest }),
      step: 'text' as const,
    })),
    ...found.missing.map(({ variable, contacts }) => ({
      text: t('launch.missing', { formatted: formatNumber(contacts), variable: `{${variable}}` }),
      step: 'text' as const,
    })),
    ...Object.entries(STEP_OF).flatMap(([key, step]) => {
      const name = key as keyof typeof STEP_OF;
      return counted[name] > 0 ? [{ text: t(`launch.${name}`, { formatted: formatNumber(counted[name]) }), step }] : [];
    }),
  ];
  if (findings.length === 0) return <Text size="sm">{t('launch.noProblem')}</Text>;
  return (
    <ul className={classes.findings}>
      {findings.map(({ text, step }) => (
        <li key={text}>
          <span>{text}</span>
          <Button size="compact-xs" variant="subtle" onClick={() => onStep(step)}>
            {t(`launch.steps.${step}`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Forecast({ found, zone }: { found: Preflight; zone: string }) {
  const { t } = useTranslation('campaigns');
  const { forecast, blockedBy } = found;
  const format = (instant: string) => formatExact(new Date(instant), zone, false);
  const isExact = forecast && format(forecast.earliest) === format(forecast.latest);
  if (!forecast) return <Notice tone="error">{t('launch.never', { why: translateText(blockedBy ?? '') })}</Notice>;
  return (
    <div>
      <Text fw={550}>{t('launch.ends', { at: format(forecast.likely) })}</Text>
      {!isExact && <Hint>{t('launch.range', { from: format(forecast.earliest), to: format(forecast.latest) })}</Hint>}
      {forecast.perEngine.length > 1 &&
        forecast.perEngine.map(({ name, messages, until }) => (
          <Hint key={name}>
            {t('launch.perEngine', { name, messages: formatNumber(messages), until: format(until) })}
          </Hint>
        ))}
    </div>
  );
}

/** The text as recipients get it, those with missing fields first, and a test message to oneself. */
function Preview({ found, draft }: { found: Preflight; draft: CampaignDraft }) {
  const { t } = useTranslation('campaigns');
  const [index, setIndex] = useState(0);
  const [typed, setTyped] = useState('');
  const test = useMutation(apiQuery.campaigns.test.mutationOptions());
  const total = found.preview.length;
  const shown = found.preview[Math.min(index, total - 1)];
  const mobiles = typed
    .split(/[,;\n]/)
    .map((mobile) => mobile.trim())
    .filter(Boolean);
  if (!shown) return null;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={550}>{t('launch.preview')}</Text>
        <Group gap={4}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('launch.previous')}
            disabled={index === 0}
            onClick={() => setIndex(index - 1)}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <Text size="sm" aria-live="polite">
            {t('launch.previewOf', { number: formatNumber(index + 1), total: formatNumber(total) })}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('launch.nextReader')}
            disabled={index >= total - 1}
            onClick={() => setIndex(index + 1)}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Group>
      </Group>
      <Card as="div">
        <Hint>
          <bdi>{shown.name}</bdi> · <bdi>{shown.mobile}</bdi>
        </Hint>
        <Box mt={6}>
          <WhatsAppText text={shown.text} />
        </Box>
        {shown.missing.length > 0 && (
          <Text size="sm" c="red" mt={6}>
            {t('launch.lacks', { names: shown.missing.map((name) => `{${name}}`).join(', ') })}
          </Text>
        )}
      </Card>
      {test.error && <Notice tone="error">{faultText(test.error)}</Notice>}
      {test.data && <Notice tone="success">{t('launch.tested', { count: test.data.messages.length })}</Notice>}
      <Group align="flex-end" gap="xs">
        <TextInput
          flex={1}
          label={t('launch.test')}
          description={t('launch.testHint')}
          type="tel"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={mobiles.length === 0 || mobiles.length > MAX_TEST_NUMBERS}
          loading={test.isPending}
          onClick={() =>
            test.mutate({ text: draft.variants[shown.variant] ?? '', mobiles, contactId: shown.contactId })
          }
        >
          {t('launch.testSend')}
        </Button>
      </Group>
    </Stack>
  );
}
