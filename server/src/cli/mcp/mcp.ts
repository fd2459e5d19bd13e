/** `sello mcp`: tools for AI assistants, over the Model Context Protocol (stdio). */

import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { versionNumber } from '../../kernel/version-number.ts';
import { connect, readConnection } from '../shared/connect.ts';
import type { Terminal } from '../shared/terminal.ts';
import { readArguments, refuseArguments } from '../shared/usage.ts';
import { openAllowedPaths } from './allowed-paths.ts';
import { certifyTool } from './certify-tool.ts';
import { fetchProofTool } from './fetch-proof-tool.ts';
import { findMemberTool } from './find-member-tool.ts';
import { findTool } from './find-tool.ts';
import { reportAwardTool } from './report-award-tool.ts';
import { standingTool } from './standing-tool.ts';
import type { Desk } from './tool.ts';
import { verifyTool } from './verify-tool.ts';
import { waitingTool } from './waiting-tool.ts';

const OPTIONS = { allow: { type: 'string', multiple: true } } as const;

const TOOLS = [
  certifyTool,
  verifyTool,
  findTool,
  fetchProofTool,
  findMemberTool,
  standingTool,
  reportAwardTool,
  waitingTool,
];

const INSTRUCTIONS =
  'Certifies files with a time stamp and an append-only log, finds certificates and fetches their proofs. ' +
  'For councils: finds members, explains their standing, reports awards and lists what waits for a decision.' +
  'With a live key every certificate costs one of the account’s allowance: ask the person first.';

/** Standard output belongs to the protocol, so nothing else may be written to it. */
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
    const server = new McpServer({ name: 'sello', version: versionNumber() }, { instructions: INSTRUCTIONS });
    for (const add of TOOLS) add(server, desk);
    return server;
  });
}
