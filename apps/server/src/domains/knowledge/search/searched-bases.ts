/** What is searched: what of these is not the workspace's is not found. */
export interface SearchedBases {
  workspaceId: string;
  knowledgeBaseIds: readonly string[];
}
