import { createHash, randomBytes } from 'node:crypto';
import type { EngineEnvironment } from '@switchyard/contracts/engine-protocol';
import type { Pod, Secret } from '@switchyard/local-cluster/objects';

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

/** What it needs of a pod. */
export interface EnginePod {
  uid: string;
  name: string;
  engineId: string;
  podRevision: number;
  tokenVersion: number;
  /** What it was made from; see {@link enginePodTemplate}. */
  template: string;
  nodeName: string | null;
  phase: string;
  deleting: boolean;
  createdAtMs: number;
  /** The reason why it is not running, in Kubernetes' words; null when it runs. */
  problem: string | null;
  /** A container that cannot be made for want of its secret. */
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
export const ENGINE_APP_NAME = 'switchyard-engine';

/** Tells our pods from those of another Switchyard in the same namespace. */
export function installationOf(secret: string): string {
  return createHash('sha256').update(`installation:${secret}`).digest('hex').slice(0, 16);
}

/** Selects the engine pods of this installation. */
export function enginePodSelector(installation: string): string {
  return `${NAME}=${ENGINE_APP_NAME},${INSTALLATION}=${installation}`;
}

/** One name for an engine at a revision, so that the cluster itself refuses a second pod for it. */
export function enginePodName(engine: Pick<DesiredEngine, 'id' | 'podRevision'>): string {
  return `engine-${engine.id}-${engine.podRevision}`;
}

export interface EnginePodSettings {
  installation: string;
  image: string;
  /** Version of this Switchyard. */
  version: string;
  environment: Omit<EngineEnvironment, 'ENGINE_ID' | 'ENGINE_TOKEN' | 'POD_NAME' | 'ENGINE_DRIVER' | 'PROFILES_DIR'>;
  /** Where browsers keep their logins. `volume`: one of the pod's own, as nothing else of a container outlives its restart. */
  profiles: { directory: string; volume: boolean };
}

/** Memory by driver: what it asks for, and where it is stopped. A browser needs far more than a socket. */
const MEMORY: Record<string, { request: string; limit: string }> = {
  'wa-js': { request: '512Mi', limit: '2Gi' },
};
const USUAL_MEMORY = { request: '96Mi', limit: '512Mi' };
/** Drivers that keep a browser profile. */
const WITH_BROWSER = new Set(['wa-js']);
const PROFILES_VOLUME = 'profiles';
const GRACE_SECONDS = 30;
const TOKEN_KEY = 'token';

/**
 * A hash of all that engine pods of this driver are made from beside the engine itself: image, version, addresses. A pod made from another one
 * (an older version of us, a port that has changed since) is out of date.
 */
export function enginePodTemplate(driver: string, settings: EnginePodSettings): string {
  const profiles = WITH_BROWSER.has(driver) ? [settings.profiles] : [];
  const facts = [settings.image, settings.version, settings.environment, MEMORY[driver] ?? USUAL_MEMORY, ...profiles];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}

/** The pod of an engine, and the name of the secret that it waits for. The secret is made after it, so that it can be owned by it. */
export function enginePod(engine: DesiredEngine, settings: EnginePodSettings): { pod: object; secretName: string } {
  const name = enginePodName(engine);
  // A name never used before: an earlier pod of the same name may not have lost its secret yet.
  const secretName = `${name}-${randomBytes(4).toString('hex')}`;
  const memory = MEMORY[engine.driver] ?? USUAL_MEMORY;
  const profiles = WITH_BROWSER.has(engine.driver) ? settings.profiles : null;
  const mounted = profiles?.volume ? profiles.directory : null;
  const environment: Omit<EngineEnvironment, 'ENGINE_TOKEN'> = {
    ...settings.environment,
    ENGINE_ID: engine.id,
    POD_NAME: name,
    ENGINE_DRIVER: engine.driver,
    ...(profiles && { PROFILES_DIR: profiles.directory }),
  };
  const plain = Object.entries(environment).map(([key, value]) => ({ name: key, value }));
  const token = { name: 'ENGINE_TOKEN', valueFrom: { secretKeyRef: { name: secretName, key: TOKEN_KEY } } };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      labels: {
        [NAME]: ENGINE_APP_NAME,
        [INSTANCE]: engine.id,
        [VERSION]: settings.version,
        'app.kubernetes.io/managed-by': 'switchyard',
        [INSTALLATION]: settings.installation,
        [POD_REVISION]: String(engine.podRevision),
        [TOKEN_VERSION]: String(engine.tokenVersion),
        [TEMPLATE]: enginePodTemplate(engine.driver, settings),
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
          ...(mounted !== null && { volumeMounts: [{ name: PROFILES_VOLUME, mountPath: mounted }] }),
          resources: {
            requests: { cpu: '50m', memory: memory.request },
            limits: { memory: memory.limit },
          },
        },
      ],
      ...(mounted !== null && { volumes: [{ name: PROFILES_VOLUME, emptyDir: {} }] }),
    },
  };
  return { pod, secretName };
}

/** The secret with an engine's token, gone with its pod. */
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

/** Reads back from a pod what {@link enginePod} put into it, and how it is. */
export function readEnginePod(pod: Pod): EnginePod {
  const { metadata, spec, status } = pod;
  const labels = metadata.labels ?? {};
  const [container] = status.containerStatuses ?? [];
  const { waiting, terminated } = container?.state ?? {};
  const reason = status.reason ?? waiting?.reason ?? terminated?.reason ?? null;
  return {
    uid: metadata.uid,
    name: metadata.name,
    engineId: labels[INSTANCE] ?? '',
    podRevision: Number(labels[POD_REVISION]),
    tokenVersion: Number(labels[TOKEN_VERSION]),
    template: labels[TEMPLATE] ?? '',
    nodeName: spec.nodeName ?? null,
    phase: status.phase ?? 'Pending',
    deleting: metadata.deletionTimestamp !== undefined,
    createdAtMs: Date.parse(metadata.creationTimestamp),
    problem: container?.state?.running ? null : reason,
    lacksSecret: waiting?.reason === 'CreateContainerConfigError',
    restarts: container?.restartCount ?? 0,
  };
}
