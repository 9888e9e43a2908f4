import { requestJson } from '../../../lib/api/request.ts';
import type { Language } from '../../../lib/i18n/language.ts';
import { clearCurrentUser } from '../../../lib/signed-in/current-user.ts';

export interface SignUp {
  name: string;
  email: string;
  password: string;
  workspaceName: string;
  /** IANA name. */
  zone: string;
  /** ISO 3166 alpha-2. */
  country: string;
  /** Language of the page; omitted: English. */
  language?: Language;
  firstAdmin?: string;
  invitation?: { workspaceId: string; token: string };
}

/** Creates the account and its first workspace, and signs in. */
export async function signUp(input: SignUp): Promise<void> {
  await requestJson('/api/auth/sign-up/email', { method: 'POST', body: input });
  clearCurrentUser();
}
