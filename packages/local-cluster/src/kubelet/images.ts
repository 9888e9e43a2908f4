import type { Container, Pod, Secret } from '@switchyard/kubernetes/objects';

/** The program behind an image name on this machine. */
export interface LocalImage {
  /** The program and its first arguments, for containers without a command of their own. */
  command: [string, ...string[]];
  /** Environment of the image; the pod's own takes precedence. */
  environment?: Record<string, string>;
  workingDirectory?: string;
}

/** Thrown when a container can't start yet, with kubelet's message. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
  /** The waiting reason, such as `ErrImagePull`. */
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Ignores the tag if only the bare name is mapped. @throws CannotStart `ErrImagePull` for an unknown name */
export function findImage(images: Readonly<Record<string, LocalImage>>, name: string): LocalImage {
  const image = images[name] ?? images[name.replace(/:[^/:]*$/, '')];
  if (!image) throw new CannotStart('ErrImagePull', `image "${name}" stands for no program on this machine`);
  return image;
}

/** The command line of a container: its own `command` instead of the image's, followed by `args`. */
export function commandOf(container: Container, image: LocalImage): [string, ...string[]] {
  const [program, ...rest] = container.command ?? image.command;
  if (program === undefined) throw new CannotStart('CreateContainerError', 'the command is empty');
  return [program, ...rest, ...(container.args ?? [])];
}

/**
 * The environment of a container. Of our own environment it gets only what a program needs to be found and to run.
 * @throws CannotStart `CreateContainerConfigError` if a secret or its key is missing
 */
export function environmentOf(
  pod: Pod,
  container: Container,
  image: LocalImage,
  secret: (name: string) => Secret | null,
): Record<string, string> {
  const environment: Record<string, string> = { HOSTNAME: pod.metadata.name, ...image.environment };
  for (const name of ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR']) {
    const value = process.env[name];
    if (value !== undefined) environment[name] ??= value;
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    if (valueFrom?.secretKeyRef) {
      const { name: secretName, key, optional } = valueFrom.secretKeyRef;
      const encoded = secret(secretName)?.data[key];
      if (encoded !== undefined) environment[name] = Buffer.from(encoded, 'base64').toString();
      else if (!optional) throw missing(pod, secret(secretName), secretName, key);
    } else if (valueFrom?.fieldRef) environment[name] = fieldOf(pod, valueFrom.fieldRef.fieldPath);
    else environment[name] = value ?? '';
  }
  return environment;
}

function missing(pod: Pod, secret: Secret | null, name: string, key: string): CannotStart {
  const text = secret
    ? `couldn't find key ${key} in Secret ${pod.metadata.namespace}/${name}`
    : `secret "${name}" not found`;
  return new CannotStart('CreateContainerConfigError', text);
}

function fieldOf(pod: Pod, path: string): string {
  switch (path) {
    case 'metadata.name':
      return pod.metadata.name;
    case 'metadata.namespace':
      return pod.metadata.namespace ?? '';
    case 'metadata.uid':
      return pod.metadata.uid;
    case 'spec.nodeName':
      return pod.spec.nodeName ?? '';
    case 'status.podIP':
    case 'status.hostIP':
      return '127.0.0.1';
    default:
      throw new CannotStart('CreateContainerConfigError', `unsupported fieldPath: ${path}`);
  }
}
