import { Badge, Box, Group, Stack, Switch, Text, Title } from '@mantine/core';
import {
  autoLeftMs,
  COOLDOWN_REFRESH_MS,
  PRESSURE_PERCENT,
  PRESSURE_POD_BYTES,
  restingNodes,
  terminateTarget,
} from '@switchyard/cluster-rules/memory-pressure';
import { OTHER_NAMESPACE } from '@switchyard/cluster-rules/rule-reach';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ServerRuleSwitch } from '../automation/server-rule.tsx';
import type { ServerRule } from '../automation/use-server-rule.ts';
import classes from '../components/console.module.css';
import { clockWords, memoryWords } from '../components/units.ts';
import { UsageBar } from '../components/usage.tsx';
import { useTick } from '../components/use-tick.ts';
import type { PressuredNode } from './pressured-node.ts';
import type { AutoMode } from './use-auto-mode.ts';
import '../texts.ts';

const MOST_SHOWN = 40;
/** Nodes that the list has room for; of more, it scrolls. */
const MOST_ROOM = 5;
const ROW_REM = 1.625;
/** Of a list that scrolls, as its style has it. */
const SCROLLING_REM = 8.75;

/** The cooldown and high-memory monitor with its auto mode (spec 001 sections 2.3 and 9); redrawn every second. */
export function PressureMonitor(props: {
  nodes: readonly PressuredNode[];
  /** The engines' namespace; undefined: not known yet. */
  own: string | undefined;
  auto: AutoMode;
  serverRule: ServerRule;
}) {
  const { nodes, own, auto, serverRule } = props;
  const { t } = useTranslation('cluster');
  const now = useTick(COOLDOWN_REFRESH_MS);
  const resting = restingNodes(auto.cooldowns, now);
  const high = nodes
    .flatMap(({ name, memoryPercent: percent }) =>
      percent !== null && percent >= PRESSURE_PERCENT ? { name, percent } : [],
    )
    .sort((one, other) => other.percent - one.percent);
  const room = Math.min(Math.max(nodes.length, 1), MOST_ROOM + 1);
  const target = terminateTarget(nodes, auto.cooldowns, now);
  const leftAlone = nodes.flatMap(({ pods }) => pods.filter(isHeavyElsewhere)).length;
  return (
    <Card className={classes.card} aria-label={t('nodes.monitor')}>
      <Group justify="space-between" mb={8}>
        <Title order={2} size="h3">
          {t('nodes.monitor')}
        </Title>
        <Switch
          label={t('nodes.auto')}
          color="red"
          checked={auto.isAuto}
          disabled={serverRule.acts}
          onChange={auto.toggle}
        />
      </Group>
      <Text size="xs" c="dimmed" mb={8}>
        {t('nodes.autoHelp')}
      </Text>
      <Group mb={8}>
        <ServerRuleSwitch {...serverRule} />
      </Group>
      {serverRule.acts && (
        <Text size="sm" mb={8}>
          {t('automation.acts')}
        </Text>
      )}
      {auto.isAuto && !serverRule.acts && (
        <Text size="sm" mb={8}>
          {auto.onlyShows
            ? t(`onlyShows.${auto.onlyShows}`)
            : t('nodes.nextAuto', { left: clockWords(autoLeftMs(auto.lastAutoMs, now)) })}
        </Text>
      )}
      <Stack gap={6}>
        <Text size="sm" fw={550}>
          {t('nodes.underPressure')}
        </Text>
        {/* Nodes come and go with every measurement: all that may come have their room, and nothing below moves. */}
        <Box
          className={classes.pressure}
          mih={`${room > MOST_ROOM ? SCROLLING_REM : room * ROW_REM}rem`}
          role="group"
          aria-label={t('nodes.underPressure')}
          tabIndex={high.length > MOST_ROOM ? 0 : undefined}
        >
          {high.length === 0 && (
            <Text size="sm" className={classes.pressureRow}>
              {nodes.some((node) => node.memoryPercent !== null) ? t('nodes.noPressure') : t('optimizer.memoryUnknown')}
            </Text>
          )}
          {high.slice(0, MOST_SHOWN).map((node) => (
            <div key={node.name} className={classes.pressureRow}>
              <Text size="sm" dir="auto" truncate title={node.name}>
                {node.name}
              </Text>
              <UsageBar percent={node.percent} label={node.name} />
              <Text size="sm" className={classes.number} ta="end">
                {Math.round(node.percent)}%
              </Text>
            </div>
          ))}
          {high.length > MOST_SHOWN && (
            <Text size="sm" className={classes.pressureRow}>
              {t('more', { count: high.length - MOST_SHOWN })}
            </Text>
          )}
        </Box>
        {/* Its line is there also while no pod is heavy enough, or none is measured yet: nothing below it moves. */}
        <Text size="sm" mih="1.55em" style={{ overflowWrap: 'anywhere' }}>
          {target &&
            t('nodes.target', {
              pod: target.pod.name,
              node: target.node.name,
              memory: memoryWords(target.pod.memoryBytes ?? 0),
            })}{' '}
          {own && leftAlone > 0 && t('nodes.leftAlone', { count: leftAlone, namespace: own })}
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
                {nodeName} {clockWords(leftMs)}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
    </Card>
  );
}

/** What the rule would take if its namespace were the engines'. */
const isHeavyElsewhere = ({ status, pinned, memoryBytes }: PressuredNode['pods'][number]) =>
  status === 'Running' && pinned === OTHER_NAMESPACE && (memoryBytes ?? 0) >= PRESSURE_POD_BYTES;
