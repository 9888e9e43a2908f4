import { randomBytes, randomInt } from 'node:crypto';
import type { KeyValueStore } from '../store/key-value-store.ts';

/** A phone number that a business talks through by the Cloud API. */
export interface BusinessNumber {
  phoneNumberId: string;
  /** E.164. */
  account: string;
  accessToken: string;
  /** Signs webhooks. */
  appSecret: string;
  /** Where webhooks go; null: nowhere. */
  webhookUrl: string | null;
  /** Free text only within 24 hours of the recipient's last message, as the real one has it. */
  enforcesWindow: boolean;
}

/**
 * The registered numbers, kept with the network's state. A number that registers again gets a new token; its old one is
 * worthless.
 */
export class BusinessNumbers {
  readonly #kept: KeyValueStore;
  readonly #byId: Map<string, BusinessNumber>;

  constructor(kept: KeyValueStore) {
    this.#kept = kept;
    const numbers = JSON.parse(kept.get('numbers') ?? '[]') as BusinessNumber[];
    this.#byId = new Map(numbers.map((number) => [number.phoneNumberId, number]));
  }

  all(): BusinessNumber[] {
    return [...this.#byId.values()];
  }

  find(phoneNumberId: string): BusinessNumber | null {
    return this.#byId.get(phoneNumberId) ?? null;
  }

  withToken(accessToken: string): BusinessNumber | null {
    return this.all().find((one) => one.accessToken === accessToken) ?? null;
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
    this.#kept.set('numbers', JSON.stringify(this.all()));
  }
}
