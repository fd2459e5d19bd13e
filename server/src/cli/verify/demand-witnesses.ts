/** `sello verify --witness`: checks that these witnesses have cosigned the checkpoint in the proof. */

import {
  decodeCheckpoint,
  decodeProofXml,
  decodeWitnessKey,
  type Evidence,
  type NoteKey,
  openConstancia,
  ProofError,
  readBundle,
  verifyCosignatures,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import type { Terminal } from '../shared/terminal.ts';
import { CommandFailed, UsageError, wholeNumber } from '../shared/usage.ts';

type Demand = { witness?: string[]; 'witness-quorum'?: string; json?: boolean };

/**
 * Throws `CommandFailed` unless enough of the witnesses have cosigned. Whether the leaf is in this checkpoint is
 * checked with the rest of the proof.
 */
export async function demandWitnesses(
  proofs: Pick<Evidence, 'xml' | 'bundle' | 'constancia'>,
  { witness: vkeys = [], 'witness-quorum': given, json }: Demand,
  terminal: Terminal,
): Promise<void> {
  if (given !== undefined && vkeys.length === 0) throw new UsageError('--witness-quorum needs --witness.');
  if (vkeys.length === 0) return;
  const quorum = given === undefined ? vkeys.length : wholeNumber(given, '--witness-quorum');
  if (quorum < 1 || quorum > vkeys.length)
    throw new UsageError(`--witness-quorum must be from 1 to ${vkeys.length}; it is "${given}".`);
  const keys = await Promise.all(vkeys.map(readKey));
  const names = await cosignersIn(proofs, keys);
  if (names.length < quorum)
    throw new CommandFailed(
      `INVALID: the checkpoint has ${names.length} of the ${quorum} cosignatures demanded${names.length === 0 ? '' : ` (${names.join(', ')})`}.`,
    );
  if (json !== true) terminal.out(`WITNESSED: the checkpoint was cosigned by ${names.join(', ')}.`);
}

async function readKey(vkey: string): Promise<NoteKey> {
  try {
    return await decodeWitnessKey(nodeCryptoEngine, vkey);
  } catch (error) {
    throw error instanceof ProofError ? new UsageError(`--witness cannot be used: ${error.message}.`) : error;
  }
}

async function cosignersIn(
  { xml, bundle, constancia }: Pick<Evidence, 'xml' | 'bundle' | 'constancia'>,
  keys: readonly NoteKey[],
): Promise<readonly string[]> {
  try {
    const held = bundle ? readBundle(bundle) : constancia && openConstancia(constancia).proofs;
    const bytes = xml ?? held?.xml;
    // A demand that cannot be checked counts as failed.
    if (bytes === undefined)
      throw new CommandFailed(
        'INVALID: there is no blockchain proof here that witnesses could have cosigned.',
      );
    const { note } = decodeCheckpoint(decodeProofXml(bytes).checkpoint.note);
    const found = await verifyCosignatures(nodeCryptoEngine, note, keys);
    if (found === 'forged')
      throw new CommandFailed('INVALID: a cosignature is not by the witness that it names.');
    return found.map(
      ({ witness, timeSeconds }) => `${witness} at ${new Date(timeSeconds * 1000).toISOString()}`,
    );
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new CommandFailed(`INVALID: the proof cannot be read: ${error.message}.`);
  }
}
