/**
 * Reads why a node refused a transaction. No standard defines the error messages, so these patterns match the ones in
 * use.
 */

import { ChainFailure, type ChainFailureCode } from '../chain-failure.ts';

type Meaning = 'known' | 'nonce_used' | Extract<ChainFailureCode, 'insufficient_funds' | 'underpriced'>;

/**
 * The messages are tried in this order. "known" comes first, because some nodes report it in a message about fees or
 * nonces.
 */
const MEANINGS: readonly (readonly [Meaning, RegExp])[] = [
  // geth, Erigon, Besu, Nethermind, Parity's family, anvil.
  ['known', /already known|already imported|known transaction|already in (the )?(mem)?pool|alreadyknown/i],
  // geth, anvil; Besu; Nethermind; Hardhat; Parity's family.
  [
    'nonce_used',
    /nonce (is )?too low|nonce_too_low|oldnonce|nonce .*already (been )?used|below current nonce/i,
  ],
  ['insufficient_funds', /insufficient (funds|balance)|upfront[ _]cost|insufficientfunds|enough funds/i],
  [
    'underpriced',
    /underpriced|(fee|price|tip)[^.]* too low|gas_price_too_low|feetoolow|less than (the )?block base fee|less than minimum/i,
  ],
];

type Submission = 'sent' | 'known' | 'nonce_used';

export async function submitWith(send: () => Promise<void>): Promise<Submission> {
  try {
    await send();
    return 'sent';
  } catch (error) {
    if (!(error instanceof ChainFailure) || error.code !== 'rpc_error') throw error;
    const meaning = meaningOf(error.message);
    if (meaning === 'known' || meaning === 'nonce_used') return meaning;
    throw meaning === undefined
      ? error
      : new ChainFailure(meaning, error.message, { cause: error, rpcCode: error.rpcCode });
  }
}

export function meaningOf(message: string): Meaning | undefined {
  return MEANINGS.find(([, words]) => words.test(message))?.[0];
}
