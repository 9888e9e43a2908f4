import { createHash, randomBytes } from 'node:crypto';
import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import type { EngineEnvironment } from '@switchyard/contracts/engine/environment';
import type { HostEnvironment } from '@switchyard/contracts/engine/host';
import type { EngineTrouble } from '@switchyard/contracts/engines/trouble';
import type { Pod, Secret } from '@switchyard/kubernetes/objects';
import type { EnginePlacement } from '../../../platform/config/engine-pod-settings.ts';
import { containerSecurity, UNCONTAINED } from './pod-containment.ts';
import { troubleOf } from './pod-trouble.ts';

/** What the reconciler needs of an engine's row. */
export interface DesiredEngine {
  id: string;
  workspaceId: string;
  name: string;
  driver: string;
  desired: 'running' | 'absent';
  podRevision: number;
  tokenVersion: number;
  podName: string | null;
  status: string;
  engineType: string;
}

/** What the reconciler needs of a pod. */
export interface EnginePod {
  uid: string;
  name: string;
  /** The only engine it runs; '' if it is shared. */
  engineId: string;
  /** The driver of the engines that share it; null for an engine's own pod. */
  sharedBy: string | null;
  podRevision: number;
  tokenVersion: number;
  /** Hash of what it was created from; see {@link enginePodTemplate}. */
  template: string;
  nodeName: string | null;
  phase: string;
  deleting: boolean;
  createdAtMs: number;
  /** Kubernetes' reason why it is not running; null if it runs. */
  problem: string | null;
  /** What is, or last was, wrong with it. */
  trouble: EngineTrouble | null;
  /** Its container cannot be created because its secret is missing. */
  lacksSecret: boolean;
  restarts: number;
}

const NAME = 'app.kubernetes.io/name';
const INSTANCE = 'app.kubernetes.io/instance';
const VERSION = 'app.kubernetes.io/version';
const INSTALLATION = 'switchyard/installation';
const POD_REVISION = 'switchyard/pod-revision';
const TOKEN_VERSION = 'switchyard/token-version';
const TEMPLATE = 'switchyard/pod-template';
const SHARED_BY = 'switchyard/shared-by';
export const ENGINE_APP_NAME = 'switchyard-engine';

/** Selects the engine pods of this installation. */
export function enginePodSelector(installation: string): string {
  return `${NAME}=${ENGINE_APP_NAME},${INSTALLATION}=${installation}`;
}

/** Whether the selector finds a pod with these labels and takes it for the same engine or driver as the wanted ones. */
export const hasSameIdentity = (labels: Pod['metadata']['labels'], expected: Pod['metadata']['labels']): boolean =>
  [NAME, INSTALLATION, INSTANCE].every((label) => labels?.[label] === expected?.[label]);

/** One name per engine and revision, so that the cluster itself refuses a second pod for it. */
export function enginePodName(engine: Pick<DesiredEngine, 'id' | 'podRevision'>): string {
  return `engine-${engine.id}-${engine.podRevision}`;
}

export interface EnginePodSettings {
  /** Distinguishes our pods from those of another Switchyard in the same namespace. */
  installation: string;
  /** Pods' tokens from before a secret change are refused. Defaults to 0. */
  secretGeneration?: number;
  image: string;
  /** Version of this Switchyard. */
  version: string;
  environment: Omit<EngineEnvironment, 'ENGINE_ID' | 'ENGINE_TOKEN' | 'POD_NAME' | 'ENGINE_DRIVER' | 'PROFILES_DIR'>;
  /** Where browsers store their logins. */
  profilesDirectory: string;
  /** Whether pods run in containers on other machines; false if as processes of this one. */
  inContainers: boolean;
  /** Maximum engines of one driver per pod. 1 gives each its own pod. */
  enginesPerPod: number;
  placement: EnginePlacement;
}

/** Memory request and limit by driver. A browser needs far more than a socket. */
const BROWSER_MEMORY = { request: '512Mi', limit: '2Gi' };
const USUAL_MEMORY = { request: '96Mi', limit: '512Mi' };
/**
 * What each additional engine in a shared pod adds, in MiB: several times the measurement of `npm run bench density`.
 */
const FURTHER_ENGINE = { request: 16, limit: 64 };
const GRACE_SECONDS = 30;
const TOKEN_KEY = 'token';

/** Whether engines of this driver share pods. Browsers are too large for that, and a crash would take others down. */
export function sharesPods(driver: string, { enginesPerPod }: Pick<EnginePodSettings, 'enginesPerPod'>): boolean {
  return enginesPerPod > 1 && !driverFacts(driver).browser;
}

function memoryOf(driver: string, settings: EnginePodSettings): { request: string; limit: string } {
  const further = sharesPods(driver, settings) ? settings.enginesPerPod - 1 : 0;
  const alone = driverFacts(driver).browser ? BROWSER_MEMORY : USUAL_MEMORY;
  const mebibytes = (text: string, each: number) => `${Number.parseInt(text, 10) + further * each}Mi`;
  if (further === 0) return alone;
  return {
    request: mebibytes(alone.request, FURTHER_ENGINE.request),
    limit: mebibytes(alone.limit, FURTHER_ENGINE.limit),
  };
}

/**
 * A hash of everything that pods of this driver are created from apart from the engine: image, version, addresses. A
 * pod with another hash (an older version, a changed port) is out of date.
 */
export function enginePodTemplate(driver: string, settings: EnginePodSettings): string {
  const profiles = driverFacts(driver).browser ? [settings.profilesDirectory] : [];
  const shared = sharesPods(driver, settings) ? [settings.enginesPerPod] : [];
  const memory = memoryOf(driver, settings);
  const { image, version, environment, inContainers, placement, secretGeneration = 0 } = settings;
  const placed = Object.keys(placement).length > 0 ? [placement] : [];
  const secret = secretGeneration > 0 ? [{ secretGeneration }] : [];
  const own = [...profiles, ...shared, ...placed, ...secret];
  const facts = [image, version, environment, memory, ...own, inContainers && containerSecurity(null)];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}

/**
 * A pod to create, and the name of the secret it waits for. The secret is created afterwards, so that the pod can own
 * it.
 */
export interface NewPod {
  pod: object;
  secretName: string;
}

/** The pod of an engine that has its own. */
export function enginePod(engine: DesiredEngine, settings: EnginePodSettings): NewPod {
  const name = enginePodName(engine);
  const profiles = driverFacts(engine.driver).browser ? settings.profilesDirectory : null;
  const environment: Omit<EngineEnvironment, 'ENGINE_TOKEN'> = {
    ...settings.environment,
    ENGINE_ID: engine.id,
    POD_NAME: name,
    ENGINE_DRIVER: engine.driver,
    ...(profiles !== null && { PROFILES_DIR: profiles }),
  };
  const labels = {
    [INSTANCE]: engine.id,
    [POD_REVISION]: String(engine.podRevision),
    [TOKEN_VERSION]: String(engine.tokenVersion),
  };
  return newPod({ name, driver: engine.driver, labels, environment, tokenName: 'ENGINE_TOKEN', profiles }, settings);
}

/** A pod for several engines of this driver. Its name is never reused, because it decides what a host may run. */
export function sharedPod(driver: string, settings: EnginePodSettings): NewPod {
  const name = `engines-${driver}-${randomBytes(6).toString('hex')}`;
  const environment: Omit<HostEnvironment, 'HOST_TOKEN'> = {
    ...settings.environment,
    POD_NAME: name,
    ENGINE_DRIVER: driver,
  };
  const labels = { [INSTANCE]: name, [SHARED_BY]: driver };
  return newPod({ name, driver, labels, environment, tokenName: 'HOST_TOKEN', profiles: null }, settings);
}

interface PodDeps {
  name: string;
  driver: string;
  labels: Record<string, string>;
  environment: object;
  /** The environment variable for the secret's token. */
  tokenName: string;
  /** Where its browser stores its profile; null without a browser. */
  profiles: string | null;
}

function newPod(
  { name, driver, labels, environment, tokenName, profiles }: PodDeps,
  settings: EnginePodSettings,
): NewPod {
  // A new name each time: the secret of an earlier pod with the same name may still exist.
  const secretName = `${name}-${randomBytes(4).toString('hex')}`;
  const memory = memoryOf(driver, settings);
  const containment = settings.inContainers ? containerSecurity(profiles) : UNCONTAINED;
  const { probes = {}, imagePullSecrets, ...placed } = settings.placement;
  const plain = Object.entries({ ...environment, ...containment.environment }).map(([key, value]) => ({
    name: key,
    value,
  }));
  const token = { name: tokenName, valueFrom: { secretKeyRef: { name: secretName, key: TOKEN_KEY } } };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      labels: {
        [NAME]: ENGINE_APP_NAME,
        [VERSION]: settings.version,
        'app.kubernetes.io/managed-by': 'switchyard',
        [INSTALLATION]: settings.installation,
        [TEMPLATE]: enginePodTemplate(driver, settings),
        ...labels,
      },
    },
    spec: {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: GRACE_SECONDS,
      // An engine talks to WhatsApp and to us, never to the cluster.
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      containers: [
        {
          name: 'engine',
          image: settings.image,
          env: [...plain, token],
          resources: {
            requests: { cpu: '50m', memory: memory.request },
            limits: { memory: memory.limit },
          },
          ...(probes.liveness && { livenessProbe: probes.liveness }),
          ...(probes.readiness && { readinessProbe: probes.readiness }),
          ...(probes.startup && { startupProbe: probes.startup }),
          ...containment.container,
        },
      ],
      ...(imagePullSecrets && { imagePullSecrets: imagePullSecrets.map((secret) => ({ name: secret })) }),
      ...placed,
      ...containment.pod,
    },
  };
  return { pod, secretName };
}

/** The secret with an engine's token; deleted with its pod. */
export function enginePodSecret(pod: Pod, secretName: string, token: string): Partial<Secret> & { stringData: object } {
  const { name, uid, labels } = pod.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: secretName,
      ...(labels && { labels }),
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid }],
    } as Secret['metadata'],
    stringData: { [TOKEN_KEY]: token },
  };
}

/** Parses what {@link enginePod} put into a pod, and its state. */
export function readEnginePod(pod: Pod): EnginePod {
  const { metadata, spec, status } = pod;
  const labels = metadata.labels ?? {};
  const [container] = status.containerStatuses ?? [];
  const { waiting, terminated } = container?.state ?? {};
  const sharedBy = labels[SHARED_BY] ?? null;
  const reason = status.reason ?? waiting?.reason ?? terminated?.reason ?? null;
  return {
    uid: metadata.uid,
    name: metadata.name,
    engineId: sharedBy === null ? (labels[INSTANCE] ?? '') : '',
    sharedBy,
    podRevision: Number(labels[POD_REVISION]),
    tokenVersion: Number(labels[TOKEN_VERSION]),
    template: labels[TEMPLATE] ?? '',
    nodeName: spec.nodeName ?? null,
    phase: status.phase ?? 'Pending',
    deleting: metadata.deletionTimestamp !== undefined,
    createdAtMs: Date.parse(metadata.creationTimestamp),
    problem: container?.state?.running ? null : reason,
    trouble: troubleOf(pod),
    lacksSecret: waiting?.reason === 'CreateContainerConfigError',
    restarts: container?.restartCount ?? 0,
  };
}
