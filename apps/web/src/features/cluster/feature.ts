import {
  IconCircleCheck,
  IconClipboardList,
  IconHeartRateMonitor,
  IconHelpCircle,
  IconQrcode,
  IconServer,
  IconSettingsAutomation,
  IconUnlink,
} from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, troubled, underWay, waits } from '../../components/status/states.ts';

/** An engine session as the operators of the cluster see it (spec 001 section 4). */
const sessionStates = {
  connected: done('Connected'),
  qrcode: underWay('QR code', { icon: IconQrcode }),
  initializing: underWay('Initializing', { tone: 'warning' }),
  browser_started: underWay('Browser started', { tone: 'warning' }),
  navigating: underWay('Navigating', { tone: 'warning' }),
  disconnected: failed('Disconnected'),
  unpaired: failed('Unpaired', { icon: IconUnlink }),
} as const;

/** The STATUS of `kubectl get pods`, in its own words. */
const podStates = {
  Running: done(),
  RunningNotReady: troubled('Running, not ready'),
  Pending: waits(),
  ContainerCreating: waits(),
  Completed: waits(undefined, { icon: IconCircleCheck }),
  Terminating: troubled(),
  CrashLoopBackOff: troubled(),
  CreateContainerError: troubled(),
  ErrImagePull: troubled(),
  ImagePullBackOff: troubled(),
  NodeNotReady: troubled(),
  Error: failed(),
  Failed: failed(),
  OOMKilled: failed(),
  Evicted: failed(),
  OutOfmemory: failed(),
  ContainerStatusUnknown: failed(undefined, { icon: IconHelpCircle }),
  Unknown: waits(undefined, { icon: IconHelpCircle }),
} as const;

export const cluster = defineFeature({
  pages: [
    { group: 'operate', place: 1, path: '/k8s-analyzer', name: 'Gateway Pods Status', icon: IconHeartRateMonitor },
    { group: 'operate', place: 2, path: '/k8s-analyzer-nodes', name: 'Kubernetes nodes', icon: IconServer },
    { group: 'operate', place: 6, path: '/cluster-optimizer', name: 'Cluster Optimizer', icon: IconSettingsAutomation },
    { group: 'operate', place: 7, path: '/cluster-audit', name: 'Cluster audit', icon: IconClipboardList },
  ],
  states: { cluster: sessionStates, pod: podStates },
  search: async () => (await import('./search/find-in-console.ts')).findInConsole,
  isSearchForAdmins: true,
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    cluster: typeof sessionStates;
    pod: typeof podStates;
  }
}
