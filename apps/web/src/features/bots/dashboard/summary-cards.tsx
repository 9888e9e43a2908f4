import type { StatisticsRange } from '@switchyard/contracts/bots/ranges';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import type { DashboardData } from '../api/load-dashboard.ts';
import '../texts.ts';
import classes from './dashboard.module.css';
import { Figure } from './figure.tsx';

/** `+12.5%` in the language's format. */
const formatSignedPercent = (percent: number) =>
  new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  }).format(percent / 100);

/** The six cards of spec 000 section 2.2. Time-dependent figures are of the chosen range, where known. */
export function SummaryCards({ data, range }: { data: DashboardData | null; range: StatisticsRange }) {
  const { t } = useTranslation('bots');
  const overview = data?.overviewStats ?? null;
  const events = data?.nodeEventStats ?? null;
  const ranged = data?.ranges?.[range] ?? null;
  const growth = (growthPercent: number | null) => {
    const percent = ranged ? ranged.botUsageGrowth : growthPercent;
    return percent === null
      ? t('dashboard.noGrowth')
      : t('dashboard.growth', { percent: formatSignedPercent(percent) });
  };
  const span = t(`dashboard.ranges.${ranged ? range : 'all'}`);
  const allBots = t('dashboard.allBots');
  const ofOverview = { section: overview, fallback: t('failed.overviewStats') };
  const ofEvents = { section: events, fallback: t('failed.nodeEventStats') };
  return (
    <div className={classes.cards}>
      <Figure
        {...ofOverview}
        name={t('dashboard.cards.totalAgents')}
        value={({ totalAgents }) => formatNumber(totalAgents)}
        note={({ botUsageGrowth }) => growth(botUsageGrowth)}
      />
      <Figure
        {...ofOverview}
        name={t('dashboard.cards.deployedDraft')}
        value={({ deployedAgents, draftAgents }) =>
          t('dashboard.deployedOf', { deployed: formatNumber(deployedAgents), draft: formatNumber(draftAgents) })
        }
        span={allBots}
      />
      <Figure
        {...ofOverview}
        name={t('dashboard.cards.activeAgents')}
        value={({ activeAgents }) => formatNumber(ranged?.activeAgents ?? activeAgents)}
        span={span}
      />
      <Figure
        {...ofOverview}
        name={t('dashboard.cards.averageNodes')}
        value={({ averageNodesPerAgent }) => formatNumber(averageNodesPerAgent)}
        span={allBots}
      />
      <Figure
        {...ofEvents}
        name={t('dashboard.cards.totalEvents')}
        value={({ totalEvents }) => formatNumber(ranged?.totalEvents ?? totalEvents)}
        span={span}
      />
      <Figure
        {...ofEvents}
        name={t('dashboard.cards.totalErrors')}
        value={({ totalErrors }) => {
          const errors = ranged?.totalErrors ?? totalErrors;
          return errors === 0 ? (
            formatNumber(errors)
          ) : (
            <AnchorLink to="/bot-usage-dashboard" search={{ tab: 'events', range }} inherit c="var(--tone-error)">
              {formatNumber(errors)}
            </AnchorLink>
          );
        }}
        span={span}
      />
    </div>
  );
}
