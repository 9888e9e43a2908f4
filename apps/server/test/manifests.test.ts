import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAllYaml } from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { hasKubectl } from '../../../packages/local-cluster/test/kubectl.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { projectDirectory } from '../src/platform/paths.ts';

interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  subjects?: { name: string; namespace: string }[];
  roleRef?: { kind: string; name: string };
  spec: {
    selector: Record<string, string> & { matchLabels: Record<string, string> };
    ports: { targetPort: string; protocol?: string }[];
    replicas: number;
    podSelector: { matchLabels: Record<string, string> };
    ingress?: { ports: { port: string | number }[] }[];
    egress?: { ports: { port: string | number }[]; to?: { podSelector?: { matchLabels: Record<string, string> } }[] }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        serviceAccountName: string;
        volumes: { name: string }[];
        containers: {
          image: string;
          env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string } } }[];
          envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
          ports?: { name: string; protocol?: string }[];
          volumeMounts: { name: string }[];
        }[];
      };
    };
  };
}

const rendered = (folder: string) =>
  loadAllYaml(
    execFileSync('kubectl', ['kustomize', join(projectDirectory, 'deploy', folder)], { encoding: 'utf8' }),
  ) as Manifest[];

/** What Kubernetes adds to the environment of every container, for its own service and ours. */
const SERVICE_LINKS = {
  KUBERNETES_SERVICE_HOST: '10.0.0.1',
  KUBERNETES_SERVICE_PORT: '443',
  KUBERNETES_PORT: 'tcp://10.0.0.1:443',
  SWITCHYARD_SERVICE_HOST: '10.0.0.2',
  SWITCHYARD_PORT: 'tcp://10.0.0.2:80',
  SWITCHYARD_PORT_80_TCP: 'tcp://10.0.0.2:80',
};
/** As the reconciler sets them. */
const engineLabels: Record<string, string> = { 'app.kubernetes.io/name': 'switchyard-engine' };
/** The operator's own Secret. */
const SECRET = { DATABASE_URL: 'postgresql://db/switchyard', SECRET: 'x'.repeat(32) };

describe.skipIf(!hasKubectl)('the manifests of deploy/base, rendered', () => {
  const all = hasKubectl ? rendered('base') : [];
  const named = (kind: string, name: string) =>
    all.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  const deployments = all.filter((manifest) => manifest.kind === 'Deployment');

  it('are as expected, all in one namespace', () => {
    expect(
      all.map((manifest) => `${manifest.kind} ${manifest.metadata.name.replace(/-[a-z0-9]{10}$/, '')}`).sort(),
    ).toEqual([
      'ClusterRole switchyard-console',
      'ClusterRoleBinding switchyard-console',
      'ConfigMap switchyard',
      'Deployment switchyard-api',
      'Deployment switchyard-worker',
      'Namespace switchyard',
      'NetworkPolicy switchyard-api',
      'NetworkPolicy switchyard-engine',
      'NetworkPolicy switchyard-worker',
      'Role switchyard-engines',
      'RoleBinding switchyard-engines',
      'Service switchyard',
      'ServiceAccount switchyard',
    ]);
    const outside = all
      .filter((manifest) => manifest.metadata.namespace !== 'switchyard')
      .map((manifest) => manifest.kind);
    expect(outside.sort()).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Namespace']);
  });

  it.each(deployments)(
    '$metadata.name starts with settings that the server accepts, and refers only to what exists',
    (deployment) => {
      const { metadata, spec } = deployment.spec.template;
      const [container, ...more] = spec.containers;
      if (!container || more.length > 0) throw new Error('one container is expected');
      const settings = container.envFrom.flatMap(({ configMapRef }) =>
        configMapRef ? [named('ConfigMap', configMapRef.name)?.data ?? {}] : [],
      );
      expect(settings).toHaveLength(1);
      const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      // The image's own environment is in deploy/Containerfile.
      const image = { DEMO: 'false', CLUSTER: 'kubernetes', HOST: '0.0.0.0', DATA_DIR: '/data' };
      const config = readConfig({ ...image, ...SERVICE_LINKS, ...SECRET, ...settings[0], ...environment });
      expect(config).toMatchObject({ cluster: 'kubernetes', demo: false, engineServerUrl: 'http://switchyard' });

      expect(container.envFrom.flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []))).toEqual(['switchyard']);
      expect(named('ServiceAccount', spec.serviceAccountName)).toBeDefined();
      expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
      expect(metadata.labels).toMatchObject(deployment.spec.selector.matchLabels);
    },
  );

  it('engines are created from the server’s own image', () => {
    const [worker] = named('Deployment', 'switchyard-worker')?.spec.template.spec.containers ?? [];
    expect(worker?.image).toBe('registry.example.com/switchyard:0.1.0');
    expect(worker?.env).toContainEqual({ name: 'ENGINE_IMAGE', value: worker?.image });
  });

  it('the service selects the API’s pods and their ports', () => {
    const service = named('Service', 'switchyard');
    const api = named('Deployment', 'switchyard-api')?.spec.template;
    expect(api?.metadata.labels).toMatchObject(service?.spec.selector ?? { none: 'none' });
    const ports = api?.spec.containers[0]?.ports?.map(({ name }) => name);
    expect(ports).toEqual(service?.spec.ports.map(({ targetPort }) => targetPort));
  });

  it('one API needs no broker, and every port declares its protocol, which server-side apply requires', () => {
    expect(deployments.map(({ spec }) => spec.replicas)).toEqual([1, 1]);
    const ports = [
      ...all.flatMap(({ kind, spec }) => (kind === 'Service' ? spec.ports : [])),
      ...deployments.flatMap(({ spec }) => spec.template.spec.containers.flatMap((container) => container.ports ?? [])),
    ];
    expect(ports.map(({ protocol }) => protocol)).toEqual(ports.map(() => 'TCP'));
  });

  it('the network policies select existing pods and ports', () => {
    const labels = [...deployments.map(({ spec }) => spec.template.metadata.labels), engineLabels];
    const ports = deployments.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap((container) => container.ports ?? []),
    );
    const known = ports.map(({ name }) => name);
    const selects = (wanted: Record<string, string>) =>
      labels.some((label) => Object.entries(wanted).every(([key, value]) => label[key] === value));
    for (const { metadata, spec } of all.filter(({ kind }) => kind === 'NetworkPolicy')) {
      const rules = [...(spec.ingress ?? []), ...(spec.egress ?? [])];
      const others = (spec.egress ?? []).flatMap(({ to = [] }) => to.flatMap(({ podSelector }) => podSelector ?? []));
      for (const { matchLabels } of [spec.podSelector, ...others])
        expect(selects(matchLabels), metadata.name).toBe(true);
      for (const { port } of rules.flatMap((rule) => rule.ports)) {
        if (typeof port === 'string') expect(known).toContain(port);
      }
    }
  });

  it('every binding binds an existing role to the server’s account', () => {
    const bindings = all.filter((manifest) => manifest.kind.endsWith('RoleBinding'));
    expect(bindings).toHaveLength(2);
    for (const { roleRef, subjects } of bindings) {
      expect(named(roleRef?.kind ?? '', roleRef?.name ?? '')).toBeDefined();
      expect(subjects).toMatchObject([{ name: 'switchyard', namespace: 'switchyard' }]);
    }
  });
});

describe.skipIf(!hasKubectl)('the manifests of deploy/overlays/external-services, rendered', () => {
  const all = hasKubectl ? rendered('overlays/external-services') : [];

  it('have several replicas of both servers, with database and broker from their own Secrets, and a budget for each', () => {
    const deployments = all.filter((manifest) => manifest.kind === 'Deployment');
    expect(deployments.map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([
      ['switchyard-api', 3],
      ['switchyard-worker', 2],
    ]);
    for (const { spec } of deployments) {
      const [container] = spec.template.spec.containers;
      const secrets = container?.env.flatMap(({ name, valueFrom }) =>
        valueFrom ? [[name, valueFrom.secretKeyRef.name]] : [],
      );
      expect(secrets).toEqual([
        ['DATABASE_URL', 'switchyard-database'],
        ['MQTT_URL', 'switchyard-mqtt'],
      ]);
      expect(container?.volumeMounts.map(({ name }) => name)).toEqual(
        spec.template.spec.volumes.map(({ name }) => name),
      );
    }
    const budgets = all
      .filter((manifest) => manifest.kind === 'PodDisruptionBudget')
      .map(({ spec }) => spec.selector.matchLabels);
    expect(budgets).toEqual(deployments.map(({ spec }) => spec.selector.matchLabels));
  });
});

describe.skipIf(!hasKubectl)('the manifests of deploy/overlays/ingress, rendered', () => {
  const all = hasKubectl ? rendered('overlays/ingress') : [];
  const ofKind = (kind: string) => all.filter((manifest) => manifest.kind === kind);

  it('extend the overlay below with an ingress with TLS, an autoscaler, a monitor and a quota', () => {
    const kinds = all.map(({ kind }) => kind);
    const below = rendered('overlays/external-services').map(({ kind }) => kind);
    const more = ['HorizontalPodAutoscaler', 'Ingress', 'PodMonitor', 'ResourceQuota'];
    expect(kinds.sort()).toEqual([...below, ...more].sort());
  });

  it('the ingress points to the service, and the autoscaler and monitor to existing pods and ports', () => {
    const deployments = ofKind('Deployment');
    const ports = deployments.flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ ports = [] }) => ports));
    const [ingress] = ofKind('Ingress');
    const [autoscaler] = ofKind('HorizontalPodAutoscaler');
    const [monitor] = ofKind('PodMonitor');
    expect(ingress?.spec).toMatchObject({
      tls: [{ hosts: ['switchyard.example.com'] }],
      rules: [{ host: 'switchyard.example.com', http: { paths: [{ backend: { service: { name: 'switchyard' } } }] } }],
    });
    expect(autoscaler?.spec).toMatchObject({ scaleTargetRef: { name: 'switchyard-api' } });
    expect(deployments.map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([
      ['switchyard-api', undefined],
      ['switchyard-worker', 2],
    ]);
    const endpoints = (monitor?.spec as unknown as { podMetricsEndpoints: { port: string }[] } | undefined)
      ?.podMetricsEndpoints;
    expect(endpoints).toHaveLength(2);
    for (const { port } of endpoints ?? []) expect(ports.map(({ name }) => name)).toContain(port);
    for (const { spec } of deployments) {
      const env = spec.template.spec.containers[0]?.env.map(({ name, value }) => [name, value]) ?? [];
      const given = Object.fromEntries(env);
      expect(readConfig({ DEMO: 'false', ...SECRET, ...given, DATABASE_URL: SECRET.DATABASE_URL })).toMatchObject({
        publicUrl: 'https://switchyard.example.com',
        trustProxy: '10.0.0.0/8',
      });
    }
  });

  it('nothing needs more rights than the namespace allows', () => {
    expect(ofKind('Namespace')[0]?.metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
    for (const { spec } of ofKind('Deployment')) {
      const pod = spec.template.spec as unknown as {
        securityContext: object;
        containers: { securityContext: object }[];
      };
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { securityContext } of pod.containers) {
        expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
      }
    }
  });
});

describe('deploy/compose.yaml', () => {
  interface Compose {
    services: Record<string, { environment?: Record<string, string>; volumes?: string[]; networks: string[] }>;
    volumes: Record<string, object>;
    networks: Record<string, object>;
  }
  const [compose] = loadAllYaml(readFileSync(join(projectDirectory, 'deploy/compose.yaml'), 'utf8')) as [Compose];

  it('starts with settings that the server accepts, with its backups on a volume', () => {
    const image = { HOST: '0.0.0.0', DATA_DIR: '/data' };
    const filled = Object.entries(compose.services.switchyard?.environment ?? {}).map(([name, value]) => [
      name,
      value
        .replace(/^\$\{SECRET:\?\}$/, SECRET.SECRET)
        .replace(/^\$\{SMTP_URL:\?\}$/, 'smtps://mail')
        .replace(/\$\{\w+:\?\}/g, 'host'),
    ]);
    const config = readConfig({ ...image, ...Object.fromEntries(filled) });
    expect(config).toMatchObject({ demo: false, cluster: 'local', signUp: 'invite', backupDir: '/data/backups' });
    expect(compose.services.switchyard?.volumes).toEqual(['data:/data']);
  });

  it('refers to existing volumes and networks', () => {
    for (const { volumes = [], networks } of Object.values(compose.services)) {
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
    }
  });
});
