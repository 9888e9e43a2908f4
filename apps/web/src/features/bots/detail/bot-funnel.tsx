import { Progress, Text } from '@mantine/core';
import type { BotDetail } from '@switchyard/contracts/bots/operations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import classes from './detail.module.css';

/** How often conversations reached each step of the flow, compared with how often it was started. */
export function BotFunnel({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation('bots');
  const found = useQuery(apiQuery.bots.funnel.queryOptions({ input: { id: bot._id } }));
  const entered = new Map(found.data?.map((step) => [step.nodeId, step.entered]));
  const trigger = bot.draft.nodes.find(({ kind }) => kind === 'trigger');
  const startCount = entered.get(trigger?.id ?? '') ?? 0;
  if (startCount === 0) return null;
  return (
    <Card aria-label={t('detail.funnel')}>
      <Heading mb={8}>{t('detail.funnel')}</Heading>
      <ol className={classes.steps}>
        {bot.draft.nodes.map((node) => {
          const count = entered.get(node.id) ?? 0;
          const name = node.name || t(`kinds.${node.kind}`);
          return (
            <li key={node.id}>
              <Text size="sm" component="div">
                <bdi>{name}</bdi> · {formatNumber(count)}
              </Text>
              <Progress value={Math.min(100, (count / startCount) * 100)} size="sm" aria-label={name} />
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
