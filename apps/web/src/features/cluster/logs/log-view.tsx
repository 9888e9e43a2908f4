import { Badge, Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { logLevel } from './log-level.ts';
import { containerHue, logAsText, type ShownLine, searchLines } from './merged-log.ts';
import { useAutoScroll } from './use-auto-scroll.ts';
import type { ShownLog } from './use-pod-log.ts';
import '../texts.ts';
import classes from './pod-log.module.css';

const LINE_HEIGHT_PX = 20;

/** A merged log (spec 001 section 2.1) with search, follow, pause and download. */
export function LogView(props: {
  name: string;
  log: ShownLog;
  /** Null: the containers cannot be chosen. */
  chosen: { names: ReadonlySet<string> | null; choose: (names: ReadonlySet<string>) => void } | null;
  /** Further switches beside the search. */
  controls: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation('cluster');
  const { log, chosen } = props;
  const [search, setSearch] = useState('');
  const lines = useMemo(() => searchLines(log.lines, search), [log.lines, search]);
  const scroller = useRef<HTMLDivElement>(null);
  const { isPaused, setIsPaused } = useAutoScroll(scroller, search ? 0 : log.dropped * LINE_HEIGHT_PX);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT_PX,
    overscan: 20,
  });
  const toggle = (container: string) => {
    const next = new Set(chosen?.names ?? log.containers);
    if (!next.delete(container)) next.add(container);
    chosen?.choose(next);
  };
  const download = () => {
    const url = URL.createObjectURL(new Blob([logAsText(lines)], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${props.name}.log` });
    link.click();
    URL.revokeObjectURL(url);
  };

  return (
    <Stack gap="sm">
      {chosen && log.containers.length > 1 && (
        <Checkbox.Group label={t('logs.containers')} value={[...(chosen.names ?? log.containers)]} size="xs">
          <Group gap="md" mt={4}>
            {log.containers.map((container) => (
              <Checkbox
                key={container}
                value={container}
                label={container}
                onChange={() => toggle(container)}
                size="xs"
              />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Group gap="xs">
        <TextInput
          size="xs"
          placeholder={t('logs.search')}
          aria-label={t('logs.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {props.controls}
        <FollowBadge states={log.states} />
        <Hint size="xs">
          {t('logs.shown', { count: lines.length })}
          {log.dropped > 0 && ` · ${t('logs.dropped', { count: log.dropped })}`}
        </Hint>
      </Group>
      {log.failures.map((failure) => (
        <Notice key={failure.text} tone="error">
          {failure.text}
          {failure.detail && (
            <Text size="xs" mt={2}>
              {failure.detail}
            </Text>
          )}
        </Notice>
      ))}
      <div
        ref={scroller}
        className={classes.log}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        aria-label={t('logs.title', { name: props.name })}
      >
        {log.isLoading && lines.length === 0 && <Text p="sm">{t('logs.loading')}</Text>}
        {!log.isLoading && lines.length === 0 && log.failures.length === 0 && (
          <Text p="sm">{search ? t('logs.noMatch') : t('logs.empty')}</Text>
        )}
        <div style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map((item) => {
            const line = lines[item.index];
            return line && <Line key={line.sequence} line={line} containers={log.containers} start={item.start} />;
          })}
        </div>
      </div>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={download}
          disabled={lines.length === 0}
        >
          {t('logs.download')}
        </Button>
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={log.refresh}>
          {t('logs.refresh')}
        </Button>
        <Button
          variant="default"
          leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? t('logs.resume') : t('logs.pause')}
        </Button>
        <Button variant="default" onClick={props.onClose}>
          {t('logs.close')}
        </Button>
      </Group>
    </Stack>
  );
}

function Line({ line, containers, start }: { line: ShownLine; containers: readonly string[]; start: number }) {
  return (
    <div className={classes.line} style={{ insetBlockStart: start }} data-level={logLevel(line.text) ?? undefined}>
      <span className={classes.time}>{new Date(line.atMs).toISOString().slice(11, 23)}</span>
      <span className={classes.container} data-hue={containerHue(containers, line.container)}>
        {line.container}
      </span>
      <span>{line.text}</span>
    </div>
  );
}

/** A switch beside the search of a log. */
export function LogSwitch(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Switch
      size="xs"
      label={props.label}
      checked={props.isOn}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

/** Whether new lines arrive, for the container in the worst state. */
function FollowBadge({ states }: { states: ShownLog['states'] }) {
  const { t } = useTranslation('cluster');
  const all = [...states.values()];
  const state = (['reconnecting', 'refused', 'following', 'waiting', 'ended'] as const).find((candidate) =>
    all.includes(candidate),
  );
  if (!state) return null;
  const colour = { following: 'brand', reconnecting: 'yellow', waiting: 'yellow', ended: 'gray', refused: 'red' }[
    state
  ];
  return (
    <Badge variant="light" color={colour} tt="none" role="status" data-testid="log-state">
      {t(`logs.${state}`)}
    </Badge>
  );
}
