import type { BotAnswers } from '@switchyard/contracts/bots/operations';
import { api } from '../../../lib/api/client.ts';
import { recordExport } from '../../../lib/workbook/record-export.ts';
import { saveFile } from '../../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../../lib/workbook/table-client.ts';
import { formatValue } from '../format-value.ts';

const PAGE_SIZE = 500;
/** Maximum rows that any spreadsheet program still opens comfortably. */
const MAX_ROWS = 50_000;

/** The answers given to a bot, newest first. `isWhole`: there are no older ones. */
export async function readAnswers(
  botId: string,
  max = MAX_ROWS,
): Promise<{ rows: BotAnswers['data']; variables: string[]; isWhole: boolean }> {
  // A conversation that starts meanwhile shifts the others, so some appear again on the next page.
  const rows = new Map<string, BotAnswers['data'][number]>();
  const variables = new Set<string>();
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const page = await api.bots.answers({ id: botId, limit: PAGE_SIZE, skip });
    for (const variable of page.variables) variables.add(variable);
    for (const row of page.data) rows.set(row.sessionId, row);
    const isWhole = page.data.length < PAGE_SIZE;
    if (isWhole || rows.size >= max) {
      return {
        rows: [...rows.values()].slice(0, max),
        variables: [...variables],
        isWhole: isWhole && rows.size <= max,
      };
    }
  }
}

/**
 * Saves a bot's answers as a workbook.
 * @param head the names of the first columns
 * @returns how many conversations are in it, and whether those are all
 */
export async function exportAnswers(
  botId: string,
  name: string,
  head: { contact: string; number: string; at: string },
): Promise<{ count: number; isWhole: boolean }> {
  const { rows, variables, isWhole } = await readAnswers(botId);
  const bytes = await writeTableFile(
    'Answers',
    [head.contact, head.number, head.at, ...variables],
    rows.map(({ contactName, chat, createdAt, values }) => [
      contactName,
      chat,
      createdAt,
      ...variables.map((variable) => formatValue(values[variable])),
    ]),
  );
  await recordExport('bot-answers', rows.length);
  saveFile(bytes, `${name.replace(/[^\p{L}\p{N} _-]/gu, '') || 'bot'}.xlsx`);
  return { count: rows.length, isWhole };
}
