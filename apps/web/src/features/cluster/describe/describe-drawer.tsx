import { Button, CopyButton, Drawer, Group, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { type DescribedObject, formatDescribed } from '../address/described.ts';
import { PodLogDialog } from '../logs/pod-log-dialog.tsx';
import classes from './describe.module.css';
import { NodeDescription } from './node-description.tsx';
import { PodDescription } from './pod-description.tsx';
import './texts.ts';

/** The described object may change while it is read. */
const POLL_INTERVAL_MS = 5_000;

/** Describes a pod or a node at the side of the screen: conditions, events, limits, exit codes, YAML. */
export default function DescribeDrawer(props: {
  described: DescribedObject | null;
  onChange: (described: DescribedObject | null) => void;
}) {
  const { t } = useTranslation('clusterDescribe');
  const { described, onChange } = props;
  const [isLogged, setIsLogged] = useState(false);
  return (
    <Drawer
      opened={described !== null}
      // Escape belongs to the log above.
      closeOnEscape={!isLogged}
      onClose={() => onChange(null)}
      position="right"
      size="lg"
      title={described && t(described.kind, { name: described.name })}
    >
      {described?.kind === 'pod' && (
        <DescribedPod
          key={formatDescribed(described)}
          described={described}
          onChange={onChange}
          isLogged={isLogged}
          setIsLogged={setIsLogged}
        />
      )}
      {described?.kind === 'node' && <DescribedNode key={formatDescribed(described)} name={described.name} />}
    </Drawer>
  );
}

function DescribedPod(props: {
  described: DescribedObject & { kind: 'pod' };
  onChange: (described: DescribedObject | null) => void;
  isLogged: boolean;
  setIsLogged: (isLogged: boolean) => void;
}) {
  const { t } = useTranslation('clusterDescribe');
  const { namespace, name } = props.described;
  const { isLogged, setIsLogged } = props;
  const query = useQuery(
    apiQuery.cluster.describePod.queryOptions({
      input: { namespace, podName: name },
      // Hidden behind its log, it is not read.
      refetchInterval: isLogged ? false : POLL_INTERVAL_MS,
      retry: false,
    }),
  );
  const pod = query.data;
  return (
    <Read query={query} manifest={pod?.manifest ?? ''}>
      {pod && (
        <>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setIsLogged(true)}>
              {t('logs')}
            </Button>
            {pod.nodeName && (
              <Button size="xs" variant="default" onClick={() => props.onChange({ kind: 'node', name: pod.nodeName })}>
                {t('showNode')}
              </Button>
            )}
          </Group>
          <PodDescription pod={pod} />
          <PodLogDialog
            pod={isLogged ? { namespace, name, containers: pod.containers.map((container) => container.name) } : null}
            onClose={() => setIsLogged(false)}
          />
        </>
      )}
    </Read>
  );
}

function DescribedNode({ name: nodeName }: { name: string }) {
  const query = useQuery(
    apiQuery.cluster.describeNode.queryOptions({
      input: { nodeName },
      refetchInterval: POLL_INTERVAL_MS,
      retry: false,
    }),
  );
  return (
    <Read query={query} manifest={query.data?.manifest ?? ''}>
      {query.data && <NodeDescription node={query.data} />}
    </Read>
  );
}

/**
 * Tabs of the description and its manifest; a loading or error state before the first response. The last known
 * description stays when later reads fail.
 */
function Read(props: {
  query: { error: Error | null; data: object | undefined; refetch: () => unknown };
  manifest: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('clusterDescribe');
  const { query, manifest } = props;
  if (!query.data && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Stack gap="sm" role="status" aria-label={t('loading')}>
        {[60, 90, 75, 85, 50].map((width) => (
          <Skeleton key={width} height={16} width={`${width}%`} />
        ))}
      </Stack>
    );
  }
  return (
    <Tabs defaultValue="description" keepMounted={false}>
      {query.error && <Notice tone="error">{query.error.message}</Notice>}
      <Tabs.List mb="sm">
        <Tabs.Tab value="description">{t('description')}</Tabs.Tab>
        <Tabs.Tab value="manifest">{t('manifest')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="description">
        <Stack gap="md">{props.children}</Stack>
      </Tabs.Panel>
      <Tabs.Panel value="manifest">
        <CopyButton value={manifest}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <pre className={classes.manifest} tabIndex={0}>
          {manifest}
        </pre>
      </Tabs.Panel>
    </Tabs>
  );
}
