/** Public key of the simulated network's certificate root (`noiseRoot` in packages/whatsapp-simulator; the driver's tests fail if they differ). */
export const SIMULATOR_ROOT_KEY = Buffer.from(
  '82022b78bfa9af475f421b711ec4cca59bf0c043cc320f7bbfbd3f9ddb56ea2c',
  'hex',
);

/** WebSocket of the simulated network's Noise face, from its base URL. */
export function noiseUrl(simulatorUrl: string): string {
  const url = new URL(simulatorUrl.replace(/^http/, 'ws'));
  url.pathname = `${url.pathname.replace(/\/(simulator\/?)?$/, '')}/simulator/noise`;
  return url.href;
}
