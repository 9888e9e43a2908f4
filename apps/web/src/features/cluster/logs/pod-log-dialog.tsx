import { Modal } from '@mantine/core';
import { MAX_OWNER_PODS } from '@switchyard/contracts/cluster/describe';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import { useProxyUrl } from '../components/use-delete-pod.ts';
import type { PodName } from '../proxy/cluster-proxy.ts';
import { LogSwitch, LogView } from './log-view.tsx';
import { useOwnerLog } from './use-owner-log.ts';
import { usePodLog } from './use-pod-log.ts';
import '../texts.ts';

type LoggedPod = PodName & { containers: readonly string[] };

/** The shared log view (spec 001 section 2.1), for the known containers of a pod, or for all pods of its owner. */
export function PodLogDialog(props: { pod: LoggedPod | null; onClose: () => void }) {
  const { t } = useTranslation('cluster');
  return (
    <Modal
      opened={props.pod !== null}
      onClose={props.onClose}
      title={t('logs.title', { name: props.pod?.name ?? '' })}
      size="90rem"
    >
      {props.pod && <Panes key={`${props.pod.namespace}/${props.pod.name}`} pod={props.pod} onClose={props.onClose} />}
    </Modal>
  );
}

function Panes({ pod, onClose }: { pod: LoggedPod; onClose: () => void }) {
  const { t } = useTranslation('cluster');
  const [isOwner, setIsOwner] = useState(false);
  const { namespace, name: podName } = pod;
  const { data } = useQuery(
    apiQuery.cluster.podContainers.queryOptions({ input: { namespace, podName }, retry: false, staleTime: 60_000 }),
  );
  const count = data?.ownerPods ?? 1;
  const [kind = '', name = ''] = (data?.owner ?? '').split('/');
  const title =
    count > MAX_OWNER_PODS
      ? t('logs.newestOfOwner', { most: MAX_OWNER_PODS, count, kind, name })
      : t('logs.allOfOwner', { count, kind, name });
  const controls = count > 1 && <LogSwitch label={title} isOn={isOwner} onChange={setIsOwner} />;
  return data && isOwner ? (
    <OwnerPane namespace={namespace} owner={data.owner} controls={controls} onClose={onClose} />
  ) : (
    <PodPane pod={pod} controls={controls} onClose={onClose} />
  );
}

function PodPane(props: { pod: LoggedPod; controls: React.ReactNode; onClose: () => void }) {
  const { t } = useTranslation('cluster');
  const { pod } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [isPrevious, setIsPrevious] = useState(false);
  const log = usePodLog(pod, pod.containers, useProxyUrl(), { containers: chosen, isPrevious });
  return (
    <LogView
      name={pod.name}
      log={log}
      chosen={{ names: chosen, choose: setChosen }}
      controls={
        <>
          <LogSwitch label={t('logs.previous')} isOn={isPrevious} onChange={setIsPrevious} />
          {props.controls}
        </>
      }
      onClose={props.onClose}
    />
  );
}

function OwnerPane(props: { namespace: string; owner: string; controls: React.ReactNode; onClose: () => void }) {
  const log = useOwnerLog(props.namespace, props.owner);
  return (
    <LogView
      name={props.owner.split('/').pop() ?? ''}
      log={log}
      chosen={null}
      controls={props.controls}
      onClose={props.onClose}
    />
  );
}
