import type { BotFlow, FlowFault } from '@switchyard/contracts/bots/flow';
import { text } from '@switchyard/contracts/text/text';
import type { Db } from '../../../platform/database/database.ts';
import { findFiles } from '../../files/index.ts';
import { existingBases } from '../../knowledge/index.ts';
import { getBoardItems } from '../board-items.ts';

/**
 * Faults for files, knowledge bases and boards that a flow names and its workspace doesn't have: they were deleted, or
 * belong to the workspace that the flow was copied from.
 */
export async function missingReferences(db: Db, workspaceId: string, flow: BotFlow): Promise<FlowFault[]> {
  const fileIds = flow.nodes.flatMap((node) =>
    node.kind === 'send' && node.attachment ? [node.attachment.fileId] : [],
  );
  const baseIds = flow.nodes.flatMap((node) => (node.kind === 'knowledge' ? node.knowledgeBaseIds : []));
  const files = await findFiles(db, workspaceId, fileIds);
  const bases = await existingBases(db, workspaceId, baseIds);
  const ofBoards: FlowFault[] = [];
  for (const node of flow.nodes) {
    if (node.kind !== 'board') continue;
    const faults = await getBoardItems().faultsOf(db, workspaceId, node);
    ofBoards.push(...faults.map((fault) => ({ nodeId: node.id, ...fault })));
  }
  const otherFaults = flow.nodes.flatMap((node): FlowFault[] => {
    if (node.kind === 'send' && node.attachment && !files.has(node.attachment.fileId)) {
      return [{ nodeId: node.id, field: 'attachment', message: text('fileGone') }];
    }
    if (node.kind === 'knowledge' && node.knowledgeBaseIds.some((id) => !bases.has(id))) {
      return [
        {
          nodeId: node.id,
          field: 'knowledgeBaseIds',
          message: text('nodeBaseGone'),
        },
      ];
    }
    return [];
  });
  return [...otherFaults, ...ofBoards];
}
