import type { Delivery } from '@switchyard/whatsapp-simulator';
import { isAbsent, type World } from './world.ts';

interface Row {
  id: string;
  wa_message_id: string;
  recipient: string;
  body: string;
  status: string;
  ack: number;
  attempt: number;
  retry_count: number;
  engine_id: string | null;
  send_failure_reason: string | null;
  carries: string;
}

const ROWS = `
  select m.*, case m.attachment->>'kind'
      when 'media' then 'file ' || encode((select sha256 from file_contents join files on files.content_id = file_contents.id where files.id = m.file_id), 'hex')
      when 'poll' then 'poll ' || (select string_agg(option, '|') from jsonb_array_elements_text(m.attachment->'options') option)
      else '' end as carries
  from messages m where workspace_id = $1`;

/** Sends of one message, including the first, after which giving up is acceptable. */
const MANY = 8;

/** Differences between the network and what people are shown. Empty if there are none. */
export async function judge(world: World): Promise<string[]> {
  const { rows } = await world.database.pool.query<Row>(ROWS, [world.workspaceId]);
  const arrived = world.network.deliveries.page(null, 1_000, 0).data.filter(({ id }) => !world.forgottenIds.has(id));
  const byId = Map.groupBy(arrived, ({ id }) => id);
  const byTag = Map.groupBy(arrived, ({ text }) => text.split(' ')[0] ?? '');
  const wrong: string[] = [];
  const say = (row: Pick<Row, 'body' | 'status'>, what: string) => wrong.push(`${row.body} (${row.status}): ${what}`);

  for (const one of arrived) {
    if (!rows.some((row) => row.wa_message_id === one.id))
      wrong.push(`misrecorded: "${one.text}" is on a phone and nobody knows of it`);
  }
  for (const [tag, copies] of byTag) {
    if (copies.length > 1)
      wrong.push(`twice: ${tag} reached ${copies.map(({ to, text }) => `${to} as "${text}"`).join(' and ')}`);
  }
  for (const wanted of world.wanted) {
    const row = rows.find(({ id }) => id === wanted.id);
    if (!row) {
      wrong.push(`lost: the row of ${wanted.tag}`);
      continue;
    }
    const [found] = byId.get(row.wa_message_id) ?? [];
    if (row.recipient !== wanted.to || row.body !== wanted.text || row.carries !== wanted.carries)
      say(row, 'misrecorded: an edit is not shown');
    if (found && !isTold(row, found))
      say(row, `misrecorded: the phone of ${found.to} has "${found.text}" ${carriedBy(found)}`);
    if (found && wanted.cancelled && !wanted.forgotten) say(row, 'misrecorded: it was cancelled, and arrived');
    if (wanted.cancelled && !wanted.forgotten && row.status !== 'cancelled') say(row, 'misrecorded: it was cancelled');
    judgeStatus(row, found);
  }
  for (const text of world.stuck) wrong.push(`lost: "${text}" stays on its way though its engine is well`);
  return wrong;

  function judgeStatus(row: Row, found: Delivery | undefined): void {
    const wanted = world.wanted.find(({ id }) => id === row.id);
    switch (row.status) {
      case 'sent':
        if (!found && !wanted?.forgotten) say(row, 'misrecorded: no phone has it');
        if (found && row.ack > levelOf(found)) say(row, `misrecorded: ack ${row.ack} of ${levelOf(found)}`);
        if (found && row.ack < levelOf(found) && !world.failedOver && !world.engineWasTaken)
          say(row, `lost: ack ${row.ack} of ${levelOf(found)}`);
        return;
      case 'failed':
        if (found) say(row, 'misrecorded: it arrived');
        else if (!isAbsent(row.recipient) && row.retry_count < MANY && !wanted?.settledByPerson)
          say(row, `lost: given up (${row.send_failure_reason})`);
        return;
      case 'cancelled':
        if (found && !wanted?.forgotten) say(row, 'misrecorded: it arrived');
        else if (!wanted?.cancelled) say(row, 'lost: nobody cancelled it');
        return;
      case 'unknown':
        if (!world.engineWasTaken && row.attempt < MANY)
          say(row, `lost: parked without need (${row.send_failure_reason})`);
        return;
      default:
        if (row.status === 'sending' || world.runs(row.engine_id)) say(row, 'lost: it stays so for good');
        else if (found) say(row, 'misrecorded: it arrived');
    }
  }
}

const levelOf = ({ deliveredAt, readAt }: Delivery): number => (readAt ? 3 : deliveredAt ? 2 : 1);

const isTold = (row: Row, found: Delivery): boolean =>
  found.to === row.recipient && found.text === row.body && carriedBy(found) === row.carries;

const carriedBy = ({ media, poll }: Delivery): string =>
  media ? `file ${media.sha256}` : poll ? `poll ${poll.options.join('|')}` : '';
