/** Where MCP clients find the tools. */
export const MCP_PATH = '/mcp';
/** What a client that was refused reads, to know where to ask for a token. */
export const MCP_RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;
/** Whose tokens open it. */
export const OAUTH_ISSUER_PATH = '/api/auth';
/** Where a person decides what a client may do. */
export const CONSENT_PATH = '/oauth/mcp';
