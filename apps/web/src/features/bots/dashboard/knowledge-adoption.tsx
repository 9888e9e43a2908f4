import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { DashboardData } from '../api/load-dashboard.ts';
import '../texts.ts';
import classes from './dashboard.module.css';
import { Figure } from './figure.tsx';

/** The tab "Knowledge Base Adoption" of spec 000 section 2.2. */
export function KnowledgeAdoption({ data }: { data: DashboardData | null }) {
  const { t } = useTranslation('bots');
  const ofKnowledge = { section: data?.kbAdoption ?? null, fallback: t('failed.kbAdoption') };
  return (
    <div className={classes.cards} style={{ marginBlockStart: 16 }}>
      <Figure {...ofKnowledge} name={t('dashboard.cards.totalKBs')} value={({ totalKBs }) => formatNumber(totalKBs)} />
      <Figure
        {...ofKnowledge}
        name={t('dashboard.cards.totalDocuments')}
        value={({ totalDocuments }) => formatNumber(totalDocuments)}
        note={({ totalDocuments, totalKBs }) =>
          t('dashboard.perBase', {
            count: formatNumber(totalKBs === 0 ? 0 : Math.round((totalDocuments / totalKBs) * 10) / 10) as never,
          })
        }
      />
      <Figure
        {...ofKnowledge}
        name={t('dashboard.cards.agentsUsingKB')}
        value={({ agentsUsingKB }) => formatNumber(agentsUsingKB)}
        note={({ percentAgentsUsingKB }) => (
          <>
            <Progress value={percentAgentsUsingKB} aria-label={t('dashboard.cards.agentsUsingKB')} size="sm" mb={4} />
            {t('dashboard.ofAgents', { percent: formatNumber(percentAgentsUsingKB) })}
          </>
        )}
      />
      <Card className={classes.card} aria-label={t('dashboard.cards.fileTypes')}>
        <div className={classes.name}>{t('dashboard.cards.fileTypes')}</div>
        <div>{t('dashboard.notYet')}</div>
      </Card>
    </div>
  );
}
