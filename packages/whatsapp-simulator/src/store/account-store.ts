import type { DatabaseSync } from 'node:sqlite';
import type { Group, Restriction } from '../network/model.ts';
import type { NetworkScope } from '../network/network-scope.ts';
import type { CommitGroup } from './commit-group.ts';

export interface AccountRow {
  number: string;
  name: string;
  createdAtMs: number;
  /** Whether the phone is off: nothing is delivered to it. */
  offline: boolean;
  restriction: Restriction | null;
  /** Time of the last receipt that a device of the account has acknowledged. */
  receiptsUntilMs: number;
  /** Sequence of the last incoming message that any device of the account has acknowledged. */
  inboundUntil: number;
}

export interface DeviceRow {
  device: string;
  account: string;
  secret: string;
  loggedOut: boolean;
  /** Sequence of the last message that it has acknowledged. */
  inboundUntil: number;
  /** Whether it wants what the account sends from elsewhere. */
  copies: boolean;
}

/** Accounts, their devices and contacts, and groups. */
export class AccountStore {
  readonly #commits: CommitGroup;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #restrictions = new Map<string, Restriction>();
  /**
   * Devices that want what their account sends from elsewhere, by account; in memory because every message needs it.
   */
  readonly #copying = new Map<string, Set<string>>();

  constructor(database: DatabaseSync, commits: CommitGroup) {
    this.#commits = commits;
    this.#statements = prepare(database);
    for (const row of this.#statements.restricted.all()) {
      const account = presentAccount(row as Record<string, unknown>);
      if (account.restriction) this.#restrictions.set(account.number, account.restriction);
    }
    for (const row of this.#statements.copying.all()) {
      const { device, account } = presentDevice(row as Record<string, unknown>);
      this.#copyTo(account, device);
    }
  }

  /** Creates the account unless it exists. */
  ensure(number: string, nowMs: number): void {
    this.#commits.begin();
    this.#statements.ensure.run(number, nowMs);
  }

  find(number: string): AccountRow | null {
    const row = this.#statements.find.get(number) as Record<string, unknown> | undefined;
    return row ? presentAccount(row) : null;
  }

  /** The account's restriction, even if it has ended; in memory because every message needs it. */
  restriction(number: string): Restriction | null {
    return this.#restrictions.get(number) ?? null;
  }

  /** One page of the accounts, by number. @param scope which of them; null for all */
  page(limit: number, skip: number, scope: NetworkScope | null = null): { accounts: AccountRow[]; total: number } {
    const { page, count } = scope ? this.#statements.inScope : this.#statements.every;
    const values = scope ? [JSON.stringify(scope.own), JSON.stringify(scope.others)] : [];
    const accounts = page.all(...values, limit, skip).map((row) => presentAccount(row as Record<string, unknown>));
    const { total } = count.get(...values) as unknown as { total: number };
    return { accounts, total };
  }

  save(account: AccountRow): void {
    this.#commits.begin();
    if (account.restriction) this.#restrictions.set(account.number, account.restriction);
    else this.#restrictions.delete(account.number);
    this.#statements.save.run(
      account.name,
      account.offline ? 1 : 0,
      account.restriction ? JSON.stringify(account.restriction) : null,
      account.receiptsUntilMs,
      account.inboundUntil,
      account.number,
    );
  }

  device(device: string): DeviceRow | null {
    const row = this.#statements.device.get(device) as Record<string, unknown> | undefined;
    return row ? presentDevice(row) : null;
  }

  devicesOf(account: string): DeviceRow[] {
    return this.#statements.devicesOf.all(account).map((row) => presentDevice(row as Record<string, unknown>));
  }

  linkDevice({ device, account, secret, inboundUntil, copies }: Omit<DeviceRow, 'loggedOut'>, nowMs: number): void {
    this.#commits.begin();
    this.#statements.linkDevice.run(device, account, secret, nowMs, inboundUntil, copies ? 1 : 0);
    if (copies) this.#copyTo(account, device);
  }

  /** The device has acknowledged messages up to this sequence. */
  saveInbound(device: string, inboundUntil: number): void {
    this.#commits.begin();
    this.#statements.saveInbound.run(inboundUntil, device);
  }

  /** From now on, the device gets what the account sends from elsewhere. */
  wantCopies({ device, account }: Pick<DeviceRow, 'device' | 'account'>): void {
    this.#commits.begin();
    this.#statements.wantCopies.run(device);
    this.#copyTo(account, device);
  }

  logOutDevice(device: string, account: string): void {
    this.#commits.begin();
    this.#statements.logOutDevice.run(device);
    this.#copying.get(account)?.delete(device);
  }

  /** Whether another device of the account wants a message sent from `device` (null: its phone). */
  hasCopies(account: string, device: string | null): boolean {
    const devices = this.#copying.get(account);
    return devices !== undefined && devices.size > (device !== null && devices.has(device) ? 1 : 0);
  }

  #copyTo(account: string, device: string): void {
    const devices = this.#copying.get(account) ?? new Set();
    this.#copying.set(account, devices.add(device));
  }

  setContact(account: string, number: string, name: string): void {
    this.#commits.begin();
    this.#statements.setContact.run(account, number, name);
  }

  contacts(account: string, limit: number, skip: number): { number: string; name: string }[] {
    return this.#statements.contacts.all(account, limit, skip) as unknown as { number: string; name: string }[];
  }

  group(id: string): Group | null {
    const row = this.#statements.group.get(id) as Record<string, unknown> | undefined;
    return row ? presentGroup(row) : null;
  }

  groups(): Group[] {
    return this.#statements.groups.all().map((row) => presentGroup(row as Record<string, unknown>));
  }

  offlineNumbers(): string[] {
    return this.#statements.offline.all().map((row) => String((row as Record<string, unknown>).number));
  }

  saveGroup(group: Group): void {
    this.#commits.begin();
    const { id, subject, owner, createdAtMs, isAnnouncement, isLocked, description } = group;
    const [participants, former] = [JSON.stringify(group.participants), JSON.stringify(group.former)];
    this.#statements.saveGroup.run(
      ...[id, subject, owner, participants, createdAtMs, isAnnouncement ? 1 : 0, former],
      ...[description, JSON.stringify(group.admins), isLocked ? 1 : 0],
    );
  }
}

/**
 * The caller's own accounts, those they have exchanged messages with, and those that belong to nobody; ?1 own numbers,
 * ?2 those of others.
 */
const IN_SCOPE = `where number in (select value from json_each(?1)) or (number not in (select value from json_each(?2)) and (
  exists (select 1 from messages where chat = accounts.number and sender in (select value from json_each(?1)))
  or exists (select 1 from messages where sender = accounts.number and chat in (select value from json_each(?1)))
  or not exists (select 1 from messages where chat = accounts.number)
    and not exists (select 1 from messages where sender = accounts.number)))`;

function prepare(database: DatabaseSync) {
  const pages = (where: string) => ({
    page: database.prepare(`select * from accounts ${where} order by number limit ? offset ?`),
    count: database.prepare(`select count(*) total from accounts ${where}`),
  });
  // Before devices had their own cursor, their account's applied.
  const devices = `select devices.*, coalesce(devices.inbound_until, accounts.inbound_until) cursor
    from devices join accounts on number = account`;
  return {
    ensure: database.prepare('insert into accounts (number, created_at) values (?, ?) on conflict do nothing'),
    find: database.prepare('select * from accounts where number = ?'),
    restricted: database.prepare('select * from accounts where restriction is not null'),
    every: pages(''),
    inScope: pages(IN_SCOPE),
    save: database.prepare(
      'update accounts set name = ?, offline = ?, restriction = ?, receipts_until = ?, inbound_until = ? where number = ?',
    ),
    device: database.prepare(`${devices} where device = ?`),
    devicesOf: database.prepare(`${devices} where account = ? and logged_out = 0`),
    copying: database.prepare(`${devices} where copies = 1 and logged_out = 0`),
    linkDevice: database.prepare(
      `insert into devices (device, account, secret, linked_at, inbound_until, copies) values (?, ?, ?, ?, ?, ?)
       on conflict (device) do update set account = excluded.account, secret = excluded.secret, linked_at = excluded.linked_at,
         inbound_until = excluded.inbound_until, copies = excluded.copies, logged_out = 0`,
    ),
    saveInbound: database.prepare('update devices set inbound_until = ? where device = ?'),
    wantCopies: database.prepare('update devices set copies = 1 where device = ?'),
    logOutDevice: database.prepare('update devices set logged_out = 1 where device = ?'),
    setContact: database.prepare(
      'insert into contacts (account, number, name) values (?, ?, ?) on conflict do update set name = excluded.name',
    ),
    contacts: database.prepare(
      'select number, name from contacts where account = ? order by name, number limit ? offset ?',
    ),
    group: database.prepare('select * from groups where id = ?'),
    groups: database.prepare('select * from groups order by id'),
    offline: database.prepare('select number from accounts where offline = 1'),
    saveGroup: database.prepare(
      `insert into groups (id, subject, owner, participants, created_at, announcement, former,
         description, admins, locked) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict do update set subject = excluded.subject, participants = excluded.participants,
         announcement = excluded.announcement, former = excluded.former,
         description = excluded.description, admins = excluded.admins, locked = excluded.locked`,
    ),
  };
}

function presentAccount(row: Record<string, unknown>): AccountRow {
  return {
    number: String(row.number),
    name: String(row.name),
    createdAtMs: Number(row.created_at),
    offline: row.offline === 1,
    restriction: typeof row.restriction === 'string' ? (JSON.parse(row.restriction) as Restriction) : null,
    receiptsUntilMs: Number(row.receipts_until),
    inboundUntil: Number(row.inbound_until),
  };
}

function presentDevice(row: Record<string, unknown>): DeviceRow {
  return {
    device: String(row.device),
    account: String(row.account),
    secret: String(row.secret),
    loggedOut: row.logged_out === 1,
    inboundUntil: Number(row.cursor),
    copies: row.copies === 1,
  };
}

function presentGroup(row: Record<string, unknown>): Group {
  return {
    id: String(row.id),
    subject: String(row.subject),
    owner: String(row.owner),
    participants: JSON.parse(String(row.participants)) as string[],
    createdAtMs: Number(row.created_at),
    isAnnouncement: row.announcement === 1,
    former: JSON.parse(String(row.former)) as string[],
    description: typeof row.description === 'string' ? row.description : null,
    admins: JSON.parse(String(row.admins)) as string[],
    isLocked: row.locked === 1,
  };
}
