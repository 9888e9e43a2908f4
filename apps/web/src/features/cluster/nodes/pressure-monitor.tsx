import { Badge, Box, Group, Stack, Switch, Text } from '@mantine/core';
import {
  autoLeftMs,
  COOLDOWN_REFRESH_MS,
  coolingNodes,
  PRESSURE_PERCENT,
  PRESSURE_POD_BYTES,
  terminateTarget,
} from '@switchyard/cluster-rules/memory-pressure';
import { OTHER_NAMESPACE } from '@switchyard/cluster-rules/rule-reach';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ServerRuleMenu } from '../automation/server-rule.tsx';
import type { ServerRule } from '../automation/use-server-rule.ts';
import classes from '../components/console.module.css';
import { formatBinarySize, formatCountdown } from '../components/units.ts';
import { UsageBar, UsagePercent } from '../components/usage.tsx';
import { useTick } from '../components/use-tick.ts';
import type { PressuredNode } from './pressured-node.ts';
import type { AutoMode } from './use-auto-mode.ts';
import '../texts.ts';

const MAX_SHOWN = 40;
/**
 * Maximum nodes that the list reserves space for: the fullest, whether under pressure or not; with more under pressure,
 * it scrolls.
 */
const MAX_ROOM = 5;
const ROW_REM = 1.625;
/** Height of a scrolling list, as in its style. */
const SCROLLING_REM = 8.75;

/** The cooldown and high-memory monitor with its auto mode (spec 001 sections 2.3 and 9); re-rendered every second. */
export function PressureMonitor(props: {
  nodes: readonly PressuredNode[];
  /** The engines' namespace; undefined while unknown. */
  own: string | undefined;
  auto: AutoMode;
  serverRule: ServerRule;
}) {
  const { nodes, own, auto, serverRule } = props;
  const { t } = useTranslation('cluster');
  const now = useTick(COOLDOWN_REFRESH_MS);
  const resting = coolingNodes(auto.cooldowns, now);
  const { fullest, high } = fullestNodes(nodes);
  const room = Math.min(Math.max(nodes.length, 1), MAX_ROOM + 1);
  /** The pod that would be terminated: none while no node is measured, or our namespace is unknown. */
  const isKnown = fullest.length > 0 && own !== undefined;
  const target = terminateTarget(nodes, auto.cooldowns, now);
  const skipped = nodes.flatMap(({ pods }) => pods.filter(isHeavyElsewhere)).length;
  return (
    <Card className={classes.card} aria-label={t('nodes.monitor')}>
      <Group justify="space-between" mb={8}>
        <Heading size="h3">{t('nodes.monitor')}</Heading>
        <Switch
          label={t('nodes.auto')}
          color="red"
          checked={auto.isAuto}
          disabled={serverRule.acts}
          onChange={auto.toggle}
        />
      </Group>
      <Hint size="xs" mb={8}>
        {t('nodes.autoHelp')}
      </Hint>
      <Group mb={8}>
        <ServerRuleMenu {...serverRule} />
      </Group>
      {serverRule.acts && (
        <Text size="sm" mb={8}>
          {t('automation.acts')}
        </Text>
      )}
      {auto.isAuto && !serverRule.acts && (
        <Text size="sm" mb={8}>
          {auto.passiveReason
            ? t(`onlyShows.${auto.passiveReason}`)
            : t('nodes.nextAuto', { left: formatCountdown(autoLeftMs(auto.lastAutoMs, now)) })}
        </Text>
      )}
      <Stack gap={6}>
        <Text size="sm" fw={550}>
          {t('nodes.fullest')}
        </Text>
        <Text size="sm">
          {fullest.length === 0 ? t('optimizer.memoryUnknown') : t('nodes.underPressure', { count: high })}
        </Text>
        {/* The fullest nodes change with every measurement: space is reserved for the maximum, so that nothing below
            moves. */}
        <Box
          className={classes.pressure}
          mih={`${room > MAX_ROOM ? SCROLLING_REM : room * ROW_REM}rem`}
          role="group"
          aria-label={t('nodes.fullest')}
          tabIndex={high > MAX_ROOM ? 0 : undefined}
        >
          {fullest.slice(0, MAX_SHOWN).map((node) => (
            <div key={node.name} className={classes.pressureRow}>
              <Text size="sm" fw={node.isHigh ? 600 : undefined} className={classes.pressureName} title={node.name}>
                {node.name}
              </Text>
              <UsageBar percent={node.percent} label={node.name} />
              <Text size="sm" ta="end">
                {/* Not rounded up to a limit that is not reached. */}
                <UsagePercent percent={node.isHigh ? node.percent : Math.min(node.percent, PRESSURE_PERCENT - 1)} />
              </Text>
            </div>
          ))}
          {fullest.length > MAX_SHOWN && (
            <Text size="sm" className={classes.pressureRow}>
              {t('more', { count: fullest.length - MAX_SHOWN })}
            </Text>
          )}
        </Box>
        {/* Its line is reserved while unknown: nothing below it moves. */}
        <Text size="sm" mih="1.55em" style={{ overflowWrap: 'anywhere' }}>
          {target
            ? t('nodes.target', {
                pod: target.pod.name,
                node: target.node.name,
                memory: formatBinarySize(target.pod.memoryBytes ?? 0),
              })
            : isKnown && t('nodes.noTarget')}{' '}
          {own && skipped > 0 && t('nodes.leftAlone', { count: skipped, namespace: own })}
        </Text>
        <Text size="sm" fw={550}>
          {t('nodes.cooldowns')}
        </Text>
        {resting.length === 0 ? (
          <Text size="sm">{t('nodes.noCooldowns')}</Text>
        ) : (
          <Group gap={6}>
            {resting.map(({ nodeName, leftMs }) => (
              <Badge key={nodeName} variant="light" color="blue" tt="none">
                {nodeName} {formatCountdown(leftMs)}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
    </Card>
  );
}

/**
 * All nodes under pressure, followed by the next fullest up to the reserved space.
 * @returns high: how many are under pressure
 */
function fullestNodes(nodes: readonly PressuredNode[]) {
  const measured = nodes.flatMap(({ name, memoryPercent: percent }) =>
    percent === null ? [] : { name, percent, isHigh: percent >= PRESSURE_PERCENT },
  );
  const high = measured.filter(({ isHigh }) => isHigh).length;
  // Nodes with equal percentages keep their places between measurements.
  const byPercent = measured.sort(
    (a, b) =>
      Number(b.isHigh) - Number(a.isHigh) ||
      Math.round(b.percent) - Math.round(a.percent) ||
      a.name.localeCompare(b.name),
  );
  return { fullest: byPercent.slice(0, Math.max(high, MAX_ROOM)), high };
}

/** What the rule would take if its namespace were the engines'. */
const isHeavyElsewhere = ({ status, pinned, memoryBytes }: PressuredNode['pods'][number]) =>
  status === 'Running' && pinned === OTHER_NAMESPACE && (memoryBytes ?? 0) >= PRESSURE_POD_BYTES;
