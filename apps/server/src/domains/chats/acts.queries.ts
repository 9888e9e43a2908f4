import type { ChatAct } from '@switchyard/contracts/chats/operations';
import { readText } from '@switchyard/contracts/text/registry';
import type pg from 'pg';
import { type ChatActRow, presentAct } from './acts.present.ts';

interface Row {
  about: string;
  id: string;
  act: ChatActRow['act'];
  state: ChatActRow['state'];
  reason: string | null;
  created_at: Date;
}

/** The latest act of each kind that is not done, in order of request. */
const openActs = (about: 'chat' | 'wa_message_id', where: string) => `
  select * from (
    select distinct on (${about}, kind) ${about} as about, id, act, state, reason, created_at from chat_acts
    where engine_id = $1 and state <> 'done' and ${where} order by ${about}, kind, id desc
  ) latest order by id`;
const OF_MESSAGES = openActs('wa_message_id', 'chat = $2 and wa_message_id = any ($3)');
const OF_CHATS = openActs('chat', 'chat = any ($2) and wa_message_id is null');

const groupBySubject = (rows: readonly Row[]): Map<string, ChatAct[]> =>
  new Map(
    [...Map.groupBy(rows, ({ about }) => about)].map(([about, acts]) => [
      about,
      acts.map(({ created_at: createdAt, reason, ...row }) =>
        presentAct({ ...row, reason: reason === null ? null : readText(reason), createdAt }),
      ),
    ]),
  );

/** Acts by WhatsApp message id. */
export async function actsOfMessages(
  pool: pg.Pool,
  { engineId, chat }: { engineId: string; chat: string },
  waMessageIds: readonly string[],
): Promise<Map<string, ChatAct[]>> {
  return groupBySubject((await pool.query<Row>(OF_MESSAGES, [engineId, chat, waMessageIds])).rows);
}

export async function actsOfChats(
  pool: pg.Pool,
  engineId: string,
  chats: readonly string[],
): Promise<Map<string, ChatAct[]>> {
  return groupBySubject((await pool.query<Row>(OF_CHATS, [engineId, chats])).rows);
}
