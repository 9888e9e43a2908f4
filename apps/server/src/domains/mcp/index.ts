import type { Domain } from '../../platform/domain.ts';
import { serveMcp } from './mcp.http.ts';

/** The tools of all domains for programs of others that speak MCP. */
export const mcpDomain: Domain = {
  name: 'mcp',
  http: serveMcp,
};
