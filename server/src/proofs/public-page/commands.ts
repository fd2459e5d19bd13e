/** The commands in the box "check it without us". Each runs as shown, in the folder with the downloads. */

import { acr2SeProfile, decodeTimestampResponse, equalBytes, wayCommand } from '@sello/proof';
import type { StoredToken } from '../../certificates/ports.ts';
import { wayHashes } from '../../certificates/shared-stamps/way.ts';
import type { PublicRecord } from './public-record.ts';
import type { PageWords } from './text.ts';

export type CheckingCommand = { why: keyof PageWords['commands']; command: string };

/** Our own program, as one file that this server offers; undefined if it was not built. */
export type OwnTool = { url: string; sha256: string };

/**
 * The commands for checking. None installs a package by its name (`npx …`): anyone could register that name and run a
 * program of theirs on the reader's machine.
 */
export function checkingCommands(
  record: PublicRecord,
  { tsr, chain, way }: Pick<StoredToken, 'tsr' | 'chain' | 'way'>,
  tool: OwnTool | undefined,
): CheckingCommand[] {
  const { id, file, nom151 } = record;
  const verify = `node sello-verify.mjs --hash ${file.digest.value}`;
  const root = isBuiltIn(chain.at(-1)) ? '' : ` --root ${id}.pem`;
  const stamped = hashIn(tsr);
  const recordOption = way === undefined ? '' : ` --record ${id}.ers`;
  const isPeculiar = nom151.accredited || nom151.warnings.length > 0;
  return [
    { why: 'hash', command: `${sumProgramOf(file.digest.algorithm)} ${shellWord(file.name)}` },
    ...(isPeculiar ? signedDataCommands(record, tsr, stamped) : timestampCommands(record, tsr, stamped)),
    ...(way === undefined
      ? []
      : [{ why: 'imprint' as const, command: wayCommand(file.digest.value, wayHashes(way), stamped) }]),
    ...(tool === undefined
      ? []
      : [
          { why: 'tool' as const, command: toolCommand(tool) },
          { why: 'sello' as const, command: `${verify} --tsr ${id}.tsr${recordOption}${root}` },
          ...(record.status === 'certified' ? blockCommands(record, verify) : []),
        ]),
  ];
}

/** The program of GNU coreutils, such as `sha512sum`. */
function sumProgramOf(algorithm: string): string {
  return `${algorithm.replace('-', '').toLowerCase()}sum`;
}

/** The command that fetches the program, and fails unless its SHA-256 is the one that the page names. */
function toolCommand({ url, sha256 }: OwnTool): string {
  return `curl -fsSO ${url} && echo '${sha256}  sello-verify.mjs' | sha256sum -c`;
}

/**
 * Whether the program has this root built in. It has the root of the Secretaría de Economía; any other must be passed
 * to it.
 */
function isBuiltIn(root: Uint8Array | undefined): boolean {
  return root !== undefined && acr2SeProfile().roots.some((known) => equalBytes(known, root));
}

function blockCommands({ id, blockchain }: PublicRecord, verify: string): CheckingCommand[] {
  const commands: CheckingCommand[] = [
    { why: 'block', command: `${verify} --xml ${id}.xml --trusted-block ${blockchain.block_hash}` },
  ];
  // Only the operator has a node of the embedded chain, so this command is shown for other chains only.
  if (blockchain.trust !== 'operator')
    commands.push({ why: 'rpc', command: `${verify} --xml ${id}.xml --rpc https://your-node.example` });
  return commands;
}

/**
 * The commands that check the time stamp. They check it as of its own time, because the signer's certificate may have
 * expired since.
 */
function timestampCommands({ id }: PublicRecord, tsr: Uint8Array, stamped: string): CheckingCommand[] {
  const files = `-in ${id}.tsr -CAfile ${id}.pem -attime ${locateToken(tsr).genTimeSeconds}`;
  return [{ why: 'openssl', command: `openssl ts -verify -digest ${stamped} ${files}` }];
}

/**
 * The commands for tokens that `openssl ts -verify` refuses. It refuses those of accredited Mexican providers, whose
 * signing certificates lack the purpose of time stamping. `openssl cms` can still verify them as signed data, as of
 * their own time.
 */
function signedDataCommands({ id }: PublicRecord, tsr: Uint8Array, stamped: string): CheckingCommand[] {
  const { offset, genTimeSeconds } = locateToken(tsr);
  return [
    { why: 'cut', command: `tail -c +${offset + 1} ${id}.tsr > token.der` },
    {
      why: 'cms',
      command: `openssl cms -verify -inform DER -in token.der -CAfile ${id}.pem -purpose any -attime ${genTimeSeconds} -binary -out stamped.der`,
    },
    { why: 'imprint', command: `openssl asn1parse -inform DER -in stamped.der | grep -i ${stamped}` },
  ];
}

/** What the stamp is over: the file's digest, or the root of a tree. */
function hashIn(tsr: Uint8Array): string {
  return Buffer.from(decodeTimestampResponse(tsr).token?.info.imprint.digest ?? []).toString('hex');
}

/** Finds the token, which is at the end of the response, after the status. */
function locateToken(tsr: Uint8Array): { offset: number; genTimeSeconds: number } {
  const { token } = decodeTimestampResponse(tsr);
  const offset = tsr.length - (token?.der.length ?? 0);
  if (token === undefined || !equalBytes(tsr.subarray(offset), token.der))
    throw new Error('A stored response does not end with its token');
  return { offset, genTimeSeconds: Math.floor(token.info.genTime.getTime() / 1000) };
}

/**
 * Quotes a file name for a shell. The uploader chose the name, and people paste the command, so an unusual name is
 * replaced (shell injection).
 */
function shellWord(name: string): string {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,120}$/u.test(name) ? `'${name}'` : 'FILE';
}
