/** What is known of the chains that witness the log, once the settings are read. */

import { readFileSync } from 'node:fs';

export type ChainConfig = {
  rpcUrl: string;
  chainId: number;
  privateKey: Uint8Array;
  finality: { tag: 'finalized' } | { depth: number };
  maxFeePerGasWei: bigint;
  trust: 'permissioned' | 'public';
};

export type ChainSettings = {
  rpcUrl: string | undefined;
  chainId: number | undefined;
  key: string | undefined;
  keyFile: string | undefined;
  finality: string;
  maxFeeGwei: number;
  trust: 'permissioned' | 'public';
};

/** Undefined where no chain is configured: the embedded one is then the only witness. */
export function readChain(settings: ChainSettings, problems: string[]): ChainConfig | undefined {
  const { rpcUrl, chainId } = settings;
  if (rpcUrl === undefined) return undefined;
  if (chainId === undefined) problems.push('SELLO_CHAIN_ID is needed with SELLO_CHAIN_RPC_URL');
  const privateKey = readKey(settings, problems);
  const depth = /^\d{1,6}$/.test(settings.finality) ? Number(settings.finality) : undefined;
  if (depth === undefined && settings.finality !== 'finalized') {
    problems.push(
      `SELLO_CHAIN_FINALITY must be \`finalized\` or a number of blocks; it is "${settings.finality}"`,
    );
  }
  if (chainId === undefined || privateKey === undefined) return undefined;
  return {
    rpcUrl,
    chainId,
    privateKey,
    finality: depth === undefined ? { tag: 'finalized' } : { depth },
    maxFeePerGasWei: BigInt(settings.maxFeeGwei) * 1_000_000_000n,
    trust: settings.trust,
  };
}

function readKey({ key, keyFile }: ChainSettings, problems: string[]): Uint8Array | undefined {
  if ((key === undefined) === (keyFile === undefined)) {
    problems.push(
      'SELLO_CHAIN_RPC_URL needs a key to sign with: set SELLO_CHAIN_KEY or SELLO_CHAIN_KEY_FILE, not both',
    );
    return undefined;
  }
  const text = key ?? readText(keyFile ?? '', problems);
  if (text === undefined) return undefined;
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1];
  if (digits === undefined) {
    problems.push(
      `${key === undefined ? 'SELLO_CHAIN_KEY_FILE' : 'SELLO_CHAIN_KEY'} must hold 64 hexadecimal characters`,
    );
    return undefined;
  }
  return Buffer.from(digits, 'hex');
}

function readText(file: string, problems: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(`SELLO_CHAIN_KEY_FILE cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}
