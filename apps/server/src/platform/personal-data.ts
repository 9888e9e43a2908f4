import type { PersonalDataKind, RetentionReason } from '@switchyard/contracts/contacts/personal-data';
import { type SQL, sql } from 'drizzle-orm';
import type { DomainEvent } from './events.ts';

/** Whom rows are about. */
export interface DataSubject {
  workspaceId: string;
  /** E.164. */
  mobile: string;
  /** Of the address book; null: it has no such contact. */
  contactId: string | null;
}

/** Some of a domain's rows that are about one person, and what becomes of them when they are to be erased. */
export interface PersonalData {
  kind: PersonalDataKind;
  /** The table, and which of its rows `t`. */
  table: string;
  of: (subject: DataSubject) => SQL;
  /** They are deleted; with values for `set`, emptied of the person; with a reason, kept. */
  erase: 'delete' | { set: (subject: DataSubject) => SQL } | { keep: RetentionReason };
  /** Rows that an erasure leaves. */
  unless?: { where: SQL; reason: RetentionReason };
  /** Its column of the id by which reports name rows; left out: `id`. */
  idColumn?: string;
  /** Its column of the id of a file. */
  fileColumn?: string;
  /** What browsers are told once they are erased. */
  changed?: (workspaceId: string) => DomainEvent;
}

/** Rows of the workspace's engines. */
export const ofEngines = ({ workspaceId }: DataSubject): SQL =>
  sql`t.engine_id in (select id from engines where workspace_id = ${workspaceId})`;

/** JSON that names the number somewhere, as a whole. */
export const namesNumber = (column: SQL, { mobile }: DataSubject): SQL =>
  sql`${column}::text ~ ${`(^|[^0-9])${mobile.slice(1)}([^0-9]|$)`}`;
