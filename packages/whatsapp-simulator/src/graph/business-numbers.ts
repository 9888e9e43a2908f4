import { randomBytes, randomInt } from 'node:crypto';
import type { KeyValueStore } from '../store/key-value-store.ts';

/** A business's phone number on the Cloud API. */
export interface BusinessNumber {
  phoneNumberId: string;
  /** E.164. */
  account: string;
  accessToken: string;
  /** Key of the webhook signatures. */
  appSecret: string;
  /** URL of the webhook; null if there is none. */
  webhookUrl: string | null;
  /** Whether free text is limited to 24 hours after the recipient's last message, as in the real API. */
  enforcesWindow: boolean;
}

/** The registered numbers, stored with the network's state. Registering a number again replaces its token. */
export class BusinessNumbers {
  readonly #values: KeyValueStore;
  readonly #byId: Map<string, BusinessNumber>;

  constructor(values: KeyValueStore) {
    this.#values = values;
    const numbers = JSON.parse(values.get('numbers') ?? '[]') as BusinessNumber[];
    this.#byId = new Map(numbers.map((number) => [number.phoneNumberId, number]));
  }

  all(): BusinessNumber[] {
    return [...this.#byId.values()];
  }

  find(phoneNumberId: string): BusinessNumber | null {
    return this.#byId.get(phoneNumberId) ?? null;
  }

  withToken(accessToken: string): BusinessNumber | null {
    return this.all().find((number) => number.accessToken === accessToken) ?? null;
  }

  add(account: string, settings: Pick<BusinessNumber, 'appSecret' | 'webhookUrl' | 'enforcesWindow'>): BusinessNumber {
    const number: BusinessNumber = {
      ...settings,
      account,
      phoneNumberId: String(randomInt(100_000_000_000_000, 281_474_976_710_655)),
      accessToken: `EAA${randomBytes(48).toString('base64url')}`,
    };
    for (const earlier of this.all()) if (earlier.account === account) this.#byId.delete(earlier.phoneNumberId);
    this.#byId.set(number.phoneNumberId, number);
    this.#save();
    return number;
  }

  remove(phoneNumberId: string): void {
    if (this.#byId.delete(phoneNumberId)) this.#save();
  }

  #save(): void {
    this.#values.set('numbers', JSON.stringify(this.all()));
  }
}
