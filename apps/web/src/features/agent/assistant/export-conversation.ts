import type { AgentConversation, AgentMessage } from '@switchyard/contracts/agent/operations';
import { api } from '../../../lib/api/client.ts';

const PAGE = 200;

/** Saves a whole conversation as a text file, whatever part is on screen. */
export async function exportConversation({ _id: id, title }: AgentConversation): Promise<void> {
  const messages: AgentMessage[] = [];
  for (;;) {
    const page = await api.agent.messages({ id, limit: PAGE, skip: messages.length });
    messages.push(...page.data);
    if (page.data.length === 0 || messages.length >= page.total) break;
  }
  const lines = messages.reverse().map(({ role, content, createdAt }) => `[${createdAt}] ${role}: ${content}`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${title}\n\n${lines.join('\n\n')}\n`], { type: 'text/plain' }));
  link.download = `conversation-${id}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}
