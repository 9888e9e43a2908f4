/** The bases to search; those of other workspaces are ignored. */
export interface SearchedBases {
  workspaceId: string;
  knowledgeBaseIds: readonly string[];
}
