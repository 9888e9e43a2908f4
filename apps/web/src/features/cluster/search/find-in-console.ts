import { IconCube, IconPlugConnected, IconServer } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SearchFn, SearchHit } from '../../../components/feature-search.ts';
import { api } from '../../../lib/api/client.ts';
import { type DescribedObject, withDescribed } from '../address/described.ts';
import './texts.ts';

/**
 * Finds pods, nodes and engine sessions. A pod or node is described on the current console screen, or else on the one
 * that shows it.
 */
export const findInConsole: SearchFn = async (text, signal) => {
  const { pods, nodes, sessions } = await api.cluster.find({ text }, { signal });
  const describe =
    (screen: '/cluster-optimizer' | '/k8s-analyzer-nodes', described: DescribedObject): SearchHit['run'] =>
    (navigate) =>
      void navigate({ to: screen, search: withDescribed({}, described) });
  return [
    {
      name: i18next.t('clusterSearch:pods'),
      found: pods.map(({ uid, namespace, name, status }) => ({
        id: `pod ${uid}`,
        label: name,
        description: `${namespace} · ${status}`,
        icon: IconCube,
        run: describe('/cluster-optimizer', { kind: 'pod', namespace, name }),
      })),
    },
    {
      name: i18next.t('clusterSearch:nodes'),
      found: nodes.map(({ name, status }) => ({
        id: `node ${name}`,
        label: name,
        description: status,
        icon: IconServer,
        run: describe('/k8s-analyzer-nodes', { kind: 'node', name }),
      })),
    },
    {
      name: i18next.t('clusterSearch:sessions'),
      found: sessions.map(({ engineId, user, podName, status }) => ({
        id: `session ${engineId}`,
        label: user || engineId,
        description: [podName, status].filter(Boolean).join(' · '),
        icon: IconPlugConnected,
        run: (navigate) => void navigate({ to: '/engine-explorer/$engineId', params: { engineId } }),
      })),
    },
  ];
};
