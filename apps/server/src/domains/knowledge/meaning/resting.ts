import type { Endpoint } from '../../../platform/models/endpoint.ts';

/** Cool-down after a model failed to respond, so that questions don't each wait for it in vain. */
const REST_MS = 15_000;

const restsUntilMs = new Map<string, number>();
const endpointName = ({ baseUrl, model }: Endpoint) => `${baseUrl} ${model}`;

export const isCoolingDown = (endpoint: Endpoint): boolean =>
  (restsUntilMs.get(endpointName(endpoint)) ?? 0) > performance.now();

export const beginRest = (endpoint: Endpoint): void =>
  void restsUntilMs.set(endpointName(endpoint), performance.now() + REST_MS);

export const endRest = (endpoint: Endpoint): void => void restsUntilMs.delete(endpointName(endpoint));
