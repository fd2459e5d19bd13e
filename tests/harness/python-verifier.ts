import { fileURLToPath } from 'node:url';
import type { AlgorithmName, TrustedBlock } from '@sello/proof';
import { askLines } from './python-lines.ts';

const PROGRAM = fileURLToPath(new URL('../interop/verify_blockchain_proof.py', import.meta.url));

export type PythonQuestion = {
  xml: Uint8Array;
  token?: Uint8Array;
  /** The document itself, in place of its digest. */
  file?: Uint8Array;
  sha256?: Uint8Array;
  logKeys?: readonly string[];
  trustedBlocks?: readonly TrustedBlock[];
  /** Algorithms that count as broken on the day of the check. */
  broken?: readonly AlgorithmName[];
};

type PythonAnswer = { verdict: string; because: string; claims: readonly [string, string][] };

/** The verifier in Python, as one process for any number of proofs; answers come in the order of the questions. */
export async function askPython(questions: readonly PythonQuestion[]): Promise<PythonAnswer[]> {
  return await askLines(PROGRAM, questions.map(toLine));
}

function toLine({ xml, token, file, sha256, logKeys, trustedBlocks, broken }: PythonQuestion): object {
  return {
    xml: Buffer.from(xml).toString('base64'),
    ...(token && { token: Buffer.from(token).toString('base64') }),
    ...(file && { file: Buffer.from(file).toString('base64') }),
    ...(sha256 && { sha256: Buffer.from(sha256).toString('hex') }),
    ...(logKeys && { log_keys: logKeys }),
    ...(broken && { broken }),
    ...(trustedBlocks && {
      trusted_blocks: trustedBlocks.map((block) => ({
        ...block,
        hash: Buffer.from(block.hash).toString('hex'),
      })),
    }),
  };
}
