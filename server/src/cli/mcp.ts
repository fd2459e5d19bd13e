/** `sello mcp`: tools for machines that act for people, over the Model Context Protocol (stdio). */

import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { connect, readConnection } from './connect.ts';
import { version } from './help.ts';
import { openAllowedPaths } from './mcp/allowed-paths.ts';
import { certifyTool } from './mcp/certify-tool.ts';
import { fetchProofTool } from './mcp/fetch-proof-tool.ts';
import { findTool } from './mcp/find-tool.ts';
import type { Desk } from './mcp/tool.ts';
import { verifyTool } from './mcp/verify-tool.ts';
import type { Terminal } from './terminal.ts';
import { readArguments, refuseArguments } from './usage.ts';

const OPTIONS = { allow: { type: 'string', multiple: true } } as const;

const INSTRUCTIONS =
  'Certifies files with a time stamp and an append-only log, finds certificates and fetches their proofs. ' +
  'With a live key every certificate costs one of the account’s allowance: ask the person first.';

/** Standard output belongs to the protocol; nothing else may be written there. */
export async function mcpCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  refuseArguments(positionals);
  const connection = readConnection({}, terminal);
  const desk: Desk = {
    sello: connect(connection, terminal.error),
    isLive: !/_test_/.test(connection.key),
    paths: await openAllowedPaths(values.allow ?? ['.']),
  };
  serveStdio(() => {
    const server = new McpServer({ name: 'sello', version: version() }, { instructions: INSTRUCTIONS });
    for (const add of [certifyTool, verifyTool, findTool, fetchProofTool]) add(server, desk);
    return server;
  });
}
