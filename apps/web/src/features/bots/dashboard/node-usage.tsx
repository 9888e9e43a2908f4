import { PieChart } from '@mantine/charts';
import { Heading } from '../../../components/heading.tsx';
import '@mantine/charts/styles.layer.css';
import { ColorSwatch, Progress, Skeleton, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { DashboardData, Section } from '../api/load-dashboard.ts';
import { kindName } from '../kind-name.ts';
import '../texts.ts';
import classes from './dashboard.module.css';

const CHART_PX = 200;
const PERCENT = 100;

/** Number of slices that can be told apart; the rest become one. */
const SLICES = 6;

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
          items.length === 0 ? <Text c="dimmed">{t('dashboard.noNodes')}</Text> : <NodeTypes items={items} />
        }
      </Part>
      <Part
        title={t('dashboard.features')}
        section={data?.advancedFeatureAdoption ?? null}
        fallback={t('failed.advancedFeatureAdoption')}
      >
        {(items) => (
          <Figures
            caption={t('dashboard.features')}
            heads={[t('dashboard.percentOfBots')]}
            rows={items.map(({ name, value }) => ({ name, share: value, values: [`${formatNumber(value)}%`] }))}
          />
        )}
      </Part>
      <Card aria-label={t('dashboard.workflows')}>
        <Heading>{t('dashboard.workflows')}</Heading>
        <Text c="dimmed" mt={8}>
          {t('dashboard.notYet')}
        </Text>
        <KnownFigures data={data} />
      </Card>
    </div>
  );
}

/** A pie of the most used kinds, beside a table of all with counts and shares. */
function NodeTypes({ items }: { items: readonly { name: string; value: number; color: string }[] }) {
  const { t } = useTranslation('bots');
  const total = items.reduce((sum, { value }) => sum + value, 0);
  const sorted = items.toSorted((a, b) => b.value - a.value);
  const rest = sorted.slice(SLICES).reduce((sum, { value }) => sum + value, 0);
  const slices = [
    ...sorted.slice(0, SLICES).map((item) => ({ ...item, name: kindName(t, item.name) })),
    ...(rest > 0 ? [{ name: t('dashboard.otherKinds'), value: rest, color: 'gray.5' }] : []),
  ];
  return (
    <div className={classes.pie}>
      <div aria-hidden>
        <PieChart
          h={CHART_PX}
          withTooltip
          // The table beside it serves readers and the keyboard.
          pieChartProps={{ accessibilityLayer: false }}
          pieProps={{ rootTabIndex: -1 }}
          data={slices}
        />
      </div>
      <Figures
        caption={t('dashboard.nodeTypes')}
        heads={[t('dashboard.count'), t('dashboard.share')]}
        rows={sorted.map(({ name, value, color }, at) => ({
          name: kindName(t, name),
          color: at < SLICES ? color : 'gray.5',
          values: [formatNumber(value), `${formatNumber(Math.round((value / total) * PERCENT))}%`],
        }))}
      />
    </div>
  );
}

/** What is known, beside what is not yet available. */
function KnownFigures({ data }: { data: DashboardData | null }) {
  const { t } = useTranslation('bots');
  const { overviewStats: overview, advancedFeatureAdoption: features } = data ?? {};
  if (!overview || !features || !('data' in overview) || !('data' in features)) return null;
  const branching = features.data.find(({ name }) => name === 'Conditions')?.value ?? 0;
  return (
    <Text mt={8}>
      {t('dashboard.workflowsKnownText', {
        nodes: formatNumber(overview.data.averageNodesPerAgent),
        branching: formatNumber(branching),
      })}
    </Text>
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

/** Figures by name, with a bar for shares of a total. */
function Figures(props: {
  caption: string;
  heads: string[];
  rows: { name: string; values: string[]; color?: string; share?: number }[];
}) {
  const { t } = useTranslation('bots');
  return (
    <Table aria-label={props.caption} className={classes.figures}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('dashboard.name')}</Table.Th>
          {props.heads.map((head) => (
            <Table.Th key={head} scope="col" className={classes.count}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.rows.map(({ name, values, color, share }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">
              {color && (
                <ColorSwatch
                  size={10}
                  color={`var(--mantine-color-${color.replace('.', '-')})`}
                  mr={8}
                  withShadow={false}
                  display="inline-block"
                />
              )}
              {name}
              {share !== undefined && <Progress value={share} size="sm" mt={4} aria-hidden />}
            </Table.Th>
            {values.map((value, at) => (
              <Table.Td key={props.heads[at]} className={classes.count}>
                {value}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
