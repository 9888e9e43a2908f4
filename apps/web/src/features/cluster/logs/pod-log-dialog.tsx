import { Badge, Button, Checkbox, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useProxyUrl } from '../components/use-delete-pod.ts';
import type { PodName } from '../proxy/cluster-proxy.ts';
import { containerColour, logAsText, searchLines } from './merged-log.ts';
import { type PodLog, usePodLog } from './use-pod-log.ts';
import '../texts.ts';
import classes from './pod-log.module.css';

/** Auto-scroll is checked every 500 ms (spec 001 section 9). */
export const AUTO_SCROLL_MS = 500;
const LINE_HEIGHT_PX = 20;

/** The one merged log view (spec 001 section 2.1), for a pod and the containers it is known to have. */
export function PodLogDialog(props: {
  pod: (PodName & { containers: readonly string[] }) | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('cluster');
  return (
    <Modal
      opened={props.pod !== null}
      onClose={props.onClose}
      title={t('logs.title', { name: props.pod?.name ?? '' })}
      size="90rem"
    >
      {props.pod && (
        <PodLogPane key={`${props.pod.namespace}/${props.pod.name}`} pod={props.pod} onClose={props.onClose} />
      )}
    </Modal>
  );
}

function PodLogPane({ pod, onClose }: { pod: PodName & { containers: readonly string[] }; onClose: () => void }) {
  const { t } = useTranslation('cluster');
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [search, setSearch] = useState('');
  const [isPaused, setIsPaused] = useState(false);
  const [isPrevious, setIsPrevious] = useState(false);
  const log = usePodLog(pod, pod.containers, useProxyUrl(), { containers: chosen, isPrevious });
  const lines = useMemo(() => searchLines(log.lines, search), [log.lines, search]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT_PX,
    overscan: 20,
  });

  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => {
      const box = scroller.current;
      if (box && box.scrollTop + box.clientHeight < box.scrollHeight - 1) box.scrollTop = box.scrollHeight;
    }, AUTO_SCROLL_MS);
    return () => clearInterval(timer);
  }, [isPaused]);

  // Lines that are given up at the top must not move those that are being read.
  const droppedBefore = useRef(0);
  useLayoutEffect(() => {
    const gone = log.dropped - droppedBefore.current;
    droppedBefore.current = log.dropped;
    if (isPaused && gone > 0 && !search && scroller.current) scroller.current.scrollTop -= gone * LINE_HEIGHT_PX;
  }, [log.dropped, isPaused, search]);

  const toggle = (container: string) => {
    const next = new Set(chosen ?? log.containers);
    if (!next.delete(container)) next.add(container);
    setChosen(next);
  };
  const download = () => {
    const url = URL.createObjectURL(new Blob([logAsText(lines)], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${pod.name}.log` });
    link.click();
    URL.revokeObjectURL(url);
  };

  return (
    <Stack gap="sm">
      {log.containers.length > 1 && (
        <Checkbox.Group label={t('logs.containers')} value={[...(chosen ?? log.containers)]} size="xs">
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
        <Switch
          size="xs"
          label={t('logs.previous')}
          checked={isPrevious}
          onChange={(event) => setIsPrevious(event.currentTarget.checked)}
        />
        <FollowBadge states={log.states} />
        <Text size="xs" c="dimmed">
          {t('logs.shown', { count: lines.length })}
          {log.dropped > 0 && ` · ${t('logs.dropped', { count: log.dropped })}`}
        </Text>
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={t('logs.title', { name: pod.name })}
      >
        {log.isLoading && lines.length === 0 && <Text p="sm">{t('logs.loading')}</Text>}
        {!log.isLoading && lines.length === 0 && log.failures.length === 0 && (
          <Text p="sm">{search ? t('logs.noMatch') : t('logs.empty')}</Text>
        )}
        <div style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map((item) => {
            const line = lines[item.index];
            return (
              line && (
                <div key={line.sequence} className={classes.line} style={{ insetBlockStart: item.start }}>
                  <span style={{ opacity: 0.65 }}>{new Date(line.atMs).toISOString().slice(11, 23)}</span>
                  <Badge
                    size="xs"
                    radius="sm"
                    variant="light"
                    tt="none"
                    color={containerColour(log.containers, line.container)}
                  >
                    {line.container}
                  </Badge>
                  <span>{line.text}</span>
                </div>
              )
            );
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
        <Button variant="default" onClick={onClose}>
          {t('logs.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Whether new lines come, for the container that is worst off. */
function FollowBadge({ states }: { states: PodLog['states'] }) {
  const { t } = useTranslation('cluster');
  const all = [...states.values()];
  const state = (['reconnecting', 'refused', 'following', 'ended'] as const).find((one) => all.includes(one));
  if (!state) return null;
  const colour = { following: 'brand', reconnecting: 'yellow', ended: 'gray', refused: 'red' }[state];
  return (
    <Badge variant="light" color={colour} tt="none" role="status" data-testid="log-state">
      {t(`logs.${state}`)}
    </Badge>
  );
}
