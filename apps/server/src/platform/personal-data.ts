import type { PersonalDataKind, RetentionReason } from '@switchyard/contracts/contacts/personal-data';
import { type SQL, sql } from 'drizzle-orm';
import type { DomainEvent } from './events.ts';

/** The person whose personal data is exported or erased. */
export interface DataSubject {
  workspaceId: string;
  /** E.164. */
  mobile: string;
  /** Id in the address book; null if it has no such contact. */
  contactId: string | null;
}

/** Rows of a domain that hold one person's data, and what an erasure does with them. */
export interface PersonalData {
  kind: PersonalDataKind;
  /** Table name, and the condition on its rows (alias `t`). */
  table: string;
  of: (subject: DataSubject) => SQL;
  /** What an erasure does: delete the rows, overwrite the personal fields (`set`), or keep them for a reason. */
  erase: 'delete' | { set: (subject: DataSubject) => SQL } | { keep: RetentionReason };
  /** Rows that an erasure exempts. */
  unless?: { where: SQL; reason: RetentionReason };
  /** Column of the id by which reports name rows; `id` if omitted. */
  idColumn?: string;
  /** Column of a file's id. */
  fileColumn?: string;
  /** Event for browsers after the erasure. */
  changed?: (workspaceId: string) => DomainEvent;
}

/** Condition for rows of the workspace's engines. */
export const ofEngines = ({ workspaceId }: DataSubject): SQL =>
  sql`t.engine_id in (select id from engines where workspace_id = ${workspaceId})`;

/** Condition for JSON that contains the number as a whole. */
export const namesNumber = (column: SQL, { mobile }: DataSubject): SQL =>
  sql`${column}::text ~ ${`(^|[^0-9])${mobile.slice(1)}([^0-9]|$)`}`;
