import { requestJson } from '../../../lib/api/request.ts';
import { clearCurrentUser } from '../../../lib/signed-in/current-user.ts';

const PATH = '/api/auth/passkey';
const post = (path: string, body: object) => requestJson(PATH + path, { method: 'POST', body });

/** Passkeys are bound to a host name: browsers refuse them at a bare address (`127.0.0.1`, `[::1]`). */
const BARE_ADDRESS = /^[\d.]+$|^\[/;

/** Whether this browser can store passkeys for this site, or reach a device that does. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !BARE_ADDRESS.test(window.location.hostname);

/** @returns whether a passkey was created; false if the user dismissed the browser's prompt. @throws ApiError */
export async function addPasskey(name: string): Promise<boolean> {
  const options = await requestJson<PublicKeyCredentialCreationOptionsJSON>(`${PATH}/generate-register-options`);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await unlessDismissed(navigator.credentials.create({ publicKey }));
  if (!(made instanceof PublicKeyCredential)) return false;
  await post('/verify-registration', { response: made.toJSON(), name });
  return true;
}

/** @returns whether the user is signed in; false if they dismissed the browser's prompt. @throws ApiError */
export async function signInWithPasskey(): Promise<boolean> {
  const options = await requestJson<PublicKeyCredentialRequestOptionsJSON>(`${PATH}/generate-authenticate-options`);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await unlessDismissed(navigator.credentials.get({ publicKey }));
  if (!(credential instanceof PublicKeyCredential)) return false;
  await post('/verify-authentication', { response: credential.toJSON() });
  clearCurrentUser();
  return true;
}

/**
 * A prompt that was dismissed or timed out is not an error, nor is a device that already has a passkey of this account.
 */
const unlessDismissed = (prompt: Promise<Credential | null>): Promise<Credential | null> =>
  prompt.catch((error: unknown) => {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name))
      return null;
    throw error;
  });
