/** How a client reaches a cluster, and its identity there. */
export interface KubeconfigFacts {
  server: string;
  namespace: string;
  /** PEM text; if absent, the machine's own authorities. */
  certificateAuthority?: string;
  user:
    | { token: string }
    /** Relative to the kubeconfig's folder. */
    | { tokenFile: string }
    | { clientCertificate: string; clientKey: string }
    | { exec: { command: string; args: string[] } };
}

/** A kubeconfig with one context, as JSON, which is valid YAML. */
export function kubeconfigText({ server, namespace, certificateAuthority, user }: KubeconfigFacts): string {
  const cluster = {
    server,
    ...(certificateAuthority && { 'certificate-authority-data': base64(certificateAuthority) }),
  };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'local', cluster }],
    users: [{ name: 'owner', user: userOf(user) }],
    contexts: [{ name: 'local', context: { cluster: 'local', user: 'owner', namespace } }],
    'current-context': 'local',
  });
}

function userOf(user: KubeconfigFacts['user']): object {
  if ('token' in user || 'tokenFile' in user) return user;
  if ('exec' in user) {
    const how = { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' };
    return { exec: { ...how, ...user.exec } };
  }
  return {
    'client-certificate-data': base64(user.clientCertificate),
    'client-key-data': base64(user.clientKey),
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
