import { api } from '../../../lib/api/client.ts';
import { noteExport } from '../../../lib/workbook/note-export.ts';
import { saveFile } from '../../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../../lib/workbook/table-client.ts';
import { valueWords } from '../value-words.ts';

const PAGE_SIZE = 500;
/** What a workbook still opens with in any spreadsheet program. */
const MOST_ROWS = 50_000;

/** Has the browser save all answers of a bot as a workbook. @param head the names of the first columns */
export async function exportAnswers(
  botId: string,
  name: string,
  head: { contact: string; number: string; at: string },
) {
  const rows: { fixed: string[]; values: Record<string, unknown> }[] = [];
  const variables = new Set<string>();
  for (let skip = 0; skip < MOST_ROWS; skip += PAGE_SIZE) {
    const page = await api.bots.answers({ id: botId, limit: PAGE_SIZE, skip });
    for (const variable of page.variables) variables.add(variable);
    for (const { contactName, chat, createdAt, values } of page.data)
      rows.push({ fixed: [contactName, chat, createdAt], values });
    if (page.data.length < PAGE_SIZE) break;
  }
  const names = [...variables];
  const bytes = await writeTableFile(
    'Answers',
    [head.contact, head.number, head.at, ...names],
    rows.map(({ fixed, values }) => [...fixed, ...names.map((variable) => valueWords(values[variable]))]),
  );
  await noteExport('bot-answers', rows.length);
  saveFile(bytes, `${name.replace(/[^\p{L}\p{N} _-]/gu, '') || 'bot'}.xlsx`);
}
