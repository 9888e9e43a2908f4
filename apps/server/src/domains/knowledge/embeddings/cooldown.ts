import type { Endpoint } from '../../../platform/models/endpoint.ts';

/** Cool-down after a model failed to respond, so that not every question waits for its time-out. */
const COOLDOWN_MS = 15_000;

const cooldownUntilMs = new Map<string, number>();
const endpointName = ({ baseUrl, model }: Endpoint) => `${baseUrl} ${model}`;

export const isCoolingDown = (endpoint: Endpoint): boolean =>
  (cooldownUntilMs.get(endpointName(endpoint)) ?? 0) > performance.now();

export const startCooldown = (endpoint: Endpoint): void =>
  void cooldownUntilMs.set(endpointName(endpoint), performance.now() + COOLDOWN_MS);

export const endCooldown = (endpoint: Endpoint): void => void cooldownUntilMs.delete(endpointName(endpoint));
