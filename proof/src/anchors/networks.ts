/**
 * The verifier's own list of networks. A proof states who could rewrite its chain (`trust`), but no hash or signature
 * binds that statement. So this list alone says whether a chain is public.
 */

/**
 * `public`: no single party runs the network. `test`: a public test network, whose blocks prove nothing. `unknown`: the
 * network is not on the list.
 */
export type NetworkKind = 'public' | 'test' | 'unknown';

type KnownNetwork = { name: string; kind: Exclude<NetworkKind, 'unknown'> };

/** Networks by their CAIP-2 name: a chain id of EIP-155, or the beginning of the genesis block's hash. */
const KNOWN: ReadonlyMap<string, KnownNetwork> = new Map([
  ['eip155:1', { name: 'Ethereum', kind: 'public' }],
  ['eip155:10', { name: 'OP Mainnet', kind: 'public' }],
  ['eip155:56', { name: 'BNB Smart Chain', kind: 'public' }],
  ['eip155:100', { name: 'Gnosis', kind: 'public' }],
  ['eip155:137', { name: 'Polygon', kind: 'public' }],
  ['eip155:8453', { name: 'Base', kind: 'public' }],
  ['eip155:42161', { name: 'Arbitrum One', kind: 'public' }],
  ['eip155:43114', { name: 'Avalanche C-Chain', kind: 'public' }],
  ['eip155:17000', { name: 'Holesky', kind: 'test' }],
  ['eip155:560048', { name: 'Hoodi', kind: 'test' }],
  ['eip155:11155111', { name: 'Sepolia', kind: 'test' }],
  ['bip122:000000000019d6689c085ae165831e93', { name: 'Bitcoin', kind: 'public' }],
  ['bip122:000000000933ea01ad0ee984209779ba', { name: 'Bitcoin testnet3', kind: 'test' }],
  ['bip122:00000000da84f2bafbbc53dee25a72ae', { name: 'Bitcoin testnet4', kind: 'test' }],
  ['bip122:00000008819873e925422c1ff0f99f7c', { name: 'Bitcoin signet', kind: 'test' }],
  ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', { name: 'Bitcoin regtest', kind: 'test' }],
]);

export function networkKind(network: string): NetworkKind {
  return KNOWN.get(network)?.kind ?? 'unknown';
}

/** Undefined for a network that is not on the list. */
export function networkName(network: string): string | undefined {
  return KNOWN.get(network)?.name;
}

/**
 * An OpenTimestamps file attests blocks of Bitcoin, so an anchor of that kind that names another network contradicts
 * itself.
 */
export function isBitcoinNetwork(network: string): boolean {
  return network.startsWith('bip122:') && KNOWN.has(network);
}
