import { BarChart, PieChart } from '@mantine/charts';
import { Heading } from '../../../components/heading.tsx';
import '@mantine/charts/styles.layer.css';
import { Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { DashboardData, Section } from '../api/load-dashboard.ts';
import { kindName } from '../kind-name.ts';
import '../texts.ts';
import classes from './dashboard.module.css';

const CHART_PX = 240;

/** The tab "Node Usage" of spec 000 section 2.2. */
export function NodeUsage({ data }: { data: DashboardData | null }) {
  const { t } = useTranslation('bots');
  return (
    <div className={classes.halves}>
      <Part
        title={t('dashboard.nodeTypes')}
        section={data?.nodeTypeDistribution ?? null}
        fallback={t('failed.nodeTypeDistribution')}
      >
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('dashboard.noNodes')}</Text>
          ) : (
            <>
              <div aria-hidden>
                <PieChart
                  h={CHART_PX}
                  withTooltip
                  // The table behind it is what is read and reached by the keyboard.
                  pieChartProps={{ accessibilityLayer: false }}
                  pieProps={{ rootTabIndex: -1 }}
                  withLabels
                  labelsType="value"
                  data={items.map((item) => ({ ...item, name: kindName(t, item.name) }))}
                />
              </div>
              <Figures
                caption={t('dashboard.nodeTypes')}
                count={t('dashboard.count')}
                rows={items.map(({ name, value }) => [kindName(t, name), formatNumber(value)])}
              />
            </>
          )
        }
      </Part>
      <Part
        title={t('dashboard.features')}
        section={data?.advancedFeatureAdoption ?? null}
        fallback={t('failed.advancedFeatureAdoption')}
      >
        {(items) => (
          <>
            <div aria-hidden>
              <BarChart
                h={CHART_PX}
                data={items.map(({ name, value }) => ({ name, value }))}
                dataKey="name"
                orientation="vertical"
                barChartProps={{ accessibilityLayer: false }}
                yAxisProps={{ width: 130 }}
                xAxisProps={{ domain: [0, 100] }}
                valueFormatter={(value) => `${formatNumber(value)}%`}
                series={[{ name: 'value', label: t('dashboard.percentOfBots'), color: 'brand.6' }]}
              />
            </div>
            <Figures
              caption={t('dashboard.features')}
              count={t('dashboard.percentOfBots')}
              rows={items.map(({ name, value }) => [name, `${formatNumber(value)}%`])}
            />
          </>
        )}
      </Part>
      <Card aria-label={t('dashboard.workflows')}>
        <Heading>{t('dashboard.workflows')}</Heading>
        <Text c="dimmed" mt={8}>
          {t('dashboard.notYet')}
        </Text>
      </Card>
      <Known data={data} />
    </div>
  );
}

/** Beside what is not yet available, what is known of it. */
function Known({ data }: { data: DashboardData | null }) {
  const { t } = useTranslation('bots');
  const { overviewStats: overview, advancedFeatureAdoption: features } = data ?? {};
  if (!overview || !features || !('data' in overview) || !('data' in features)) return null;
  const branching = features.data.find(({ name }) => name === 'Conditions')?.value ?? 0;
  return (
    <Card aria-label={t('dashboard.workflowsKnown')}>
      <Heading>{t('dashboard.workflowsKnown')}</Heading>
      <Text mt={8}>
        {t('dashboard.workflowsKnownText', {
          nodes: formatNumber(overview.data.averageNodesPerAgent),
          branching: formatNumber(branching),
        })}
      </Text>
    </Card>
  );
}

function Part<Data>(props: {
  title: string;
  section: Section<Data> | null;
  fallback: string;
  children: (data: Data) => ReactNode;
}) {
  const { section } = props;
  return (
    <Card aria-label={props.title}>
      <Heading mb={12}>{props.title}</Heading>
      <div className={classes.chart}>
        {section === null ? (
          <Skeleton height={CHART_PX} />
        ) : 'data' in section ? (
          props.children(section.data)
        ) : (
          <Text c="red" role="alert">
            {section.error ?? props.fallback}
          </Text>
        )}
      </div>
    </Card>
  );
}

/** What a chart shows, for those who do not see it. */
function Figures({ caption, count, rows }: { caption: string; count: string; rows: string[][] }) {
  const { t } = useTranslation('bots');
  return (
    <VisuallyHidden>
      <Table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.name')}</th>
            <th scope="col">{count}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </VisuallyHidden>
  );
}
