import { describe, expect, test } from 'vitest';
import { type DesiredEngine, type EnginePodSettings, enginePod, enginePodTemplate, sharedPod } from './engine-pod.ts';

const ENGINE: DesiredEngine = {
  id: 'e1',
  workspaceId: 'w1',
  name: 'Main',
  driver: 'baileys',
  desired: 'running',
  podRevision: 1,
  tokenVersion: 1,
  podName: null,
  status: 'initializing',
  engineType: 'k8s',
};
const SETTINGS: EnginePodSettings = {
  installation: 'one',
  image: 'registry.example.com/switchyard:1',
  version: '1.2.3',
  environment: { SERVER_URL: 'http://server', MQTT_URL: 'mqtt://broker' },
  profilesDirectory: '/profiles',
  inContainers: true,
  enginesPerPod: 1,
  placement: {},
};

interface CreatedPod {
  spec: {
    securityContext?: object;
    volumes?: { name: string; emptyDir: object }[];
    containers: {
      env: { name: string; value?: string }[];
      volumeMounts?: { name: string; mountPath: string }[];
      securityContext?: object;
    }[];
  };
}
const pod = (driver: string, settings = SETTINGS) => enginePod({ ...ENGINE, driver }, settings).pod as CreatedPod;

describe('in containers of a cluster', () => {
  test.each([
    ['an engine', pod('baileys')],
    ['an engine with a browser', pod('wa-js')],
    ['several engines', sharedPod('baileys', { ...SETTINGS, enginesPerPod: 20 }).pod as CreatedPod],
  ])(
    '%s has no more rights than the restricted level of Pod Security, and writes only to its volumes',
    (_, created) => {
      expect(created.spec.securityContext).toEqual({
        runAsNonRoot: true,
        runAsUser: 1000,
        fsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      const [container] = created.spec.containers;
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const mounts = container?.volumeMounts ?? [];
      expect(mounts.map(({ name }) => name)).toEqual(created.spec.volumes?.map(({ name }) => name));
      expect(created.spec.volumes?.every((volume) => 'emptyDir' in volume)).toBe(true);
      // The home directory and the directory for temporary files are the same, and writable.
      const { value } = container?.env.find(({ name }) => name === 'HOME') ?? {};
      expect(mounts.map(({ mountPath }) => mountPath)).toContain(value);
    },
  );

  test('a browser stores its login on a volume of the pod that outlives container crashes; others have none', () => {
    const [container] = pod('wa-js').spec.containers;
    expect(container?.env).toContainEqual({ name: 'PROFILES_DIR', value: '/profiles' });
    expect(container?.volumeMounts).toContainEqual({ name: 'profiles', mountPath: '/profiles' });
    expect(JSON.stringify(pod('baileys'))).not.toMatch(/profiles|PROFILES_DIR/);
  });
});

test('a pod that is a process of this machine claims no containment', () => {
  const created = pod('wa-js', { ...SETTINGS, inContainers: false });
  expect(JSON.stringify(created)).not.toMatch(/securityContext|volumes|volumeMounts|HOME/);
  expect(created.spec.containers[0]?.env).toContainEqual({ name: 'PROFILES_DIR', value: '/profiles' });
});

test('a pod from another image, version, address or mode is out of date', () => {
  const now = enginePodTemplate('baileys', SETTINGS);
  const others: Partial<EnginePodSettings>[] = [
    { image: 'other' },
    { version: '1.2.4' },
    { environment: { SERVER_URL: 'http://other', MQTT_URL: 'mqtt://broker' } },
    { inContainers: false },
    { enginesPerPod: 2 },
  ];
  for (const other of others) expect(enginePodTemplate('baileys', { ...SETTINGS, ...other })).not.toBe(now);
  expect(enginePodTemplate('baileys', { ...SETTINGS, profilesDirectory: '/elsewhere' })).toBe(now);
});

test('placement and probes follow the settings, and a change replaces the pod', () => {
  const placement = {
    tolerations: [{ key: 'workload', operator: 'Exists' as const }],
    nodeSelector: { pool: 'gateways' },
    affinity: { podAntiAffinity: {} },
    imagePullSecrets: ['registry'],
    priorityClassName: 'high',
    probes: { liveness: { exec: { command: ['true'] } } },
  };
  const { probes, imagePullSecrets: _, ...placed } = placement;
  expect(pod('baileys', { ...SETTINGS, placement }).spec).toMatchObject({
    ...placed,
    imagePullSecrets: [{ name: 'registry' }],
    containers: [{ livenessProbe: probes.liveness }],
  });
  expect(enginePodTemplate('baileys', { ...SETTINGS, placement })).not.toBe(enginePodTemplate('baileys', SETTINGS));
});
