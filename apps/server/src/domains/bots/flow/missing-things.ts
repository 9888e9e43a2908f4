import type { BotFlow, FlowFault } from '@switchyard/contracts/bots/flow';
import type { Db } from '../../../platform/database/database.ts';
import { findFiles } from '../../files/index.ts';
import { basesThere } from '../../knowledge/index.ts';

/** What a flow names that its workspace does not have: a file or a knowledge base that was removed, or is another workspace's, from where the flow came. */
export async function missingThings(db: Db, workspaceId: string, flow: BotFlow): Promise<FlowFault[]> {
  const fileIds = flow.nodes.flatMap((one) => (one.kind === 'send' && one.attachment ? [one.attachment.fileId] : []));
  const baseIds = flow.nodes.flatMap((one) => (one.kind === 'knowledge' ? one.knowledgeBaseIds : []));
  const files = await findFiles(db, workspaceId, fileIds);
  const bases = await basesThere(db, workspaceId, baseIds);
  return flow.nodes.flatMap((one): FlowFault[] => {
    if (one.kind === 'send' && one.attachment && !files.has(one.attachment.fileId)) {
      return [{ nodeId: one.id, field: 'attachment', message: 'The file is not there any more. Attach it again.' }];
    }
    if (one.kind === 'knowledge' && one.knowledgeBaseIds.some((id) => !bases.has(id))) {
      return [
        { nodeId: one.id, field: 'knowledgeBaseIds', message: 'A knowledge base is not there any more. Choose again.' },
      ];
    }
    return [];
  });
}
