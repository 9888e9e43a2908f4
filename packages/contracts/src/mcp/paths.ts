/** The endpoint for MCP clients. */
export const MCP_PATH = '/mcp';
/** Metadata that tells a rejected client where to request a token. */
export const MCP_RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;
/** Issuer of the tokens. */
export const OAUTH_ISSUER_PATH = '/api/auth';
/** Consent page, on which a person decides about a client's access. */
export const CONSENT_PATH = '/oauth/mcp';
