/** The server's secrets: they sign file links, seal what must be readable later, and find people by their identifiers. */

export type ServerKey = { id: string; secret: Uint8Array };

/**
 * The id of the key that is never replaced. Members are found by hashes made with it, and no other key would find
 * them. It signs and seals nothing.
 */
export const LASTING_KEY = 'lasting';

export type ServerKeys = {
  /** The key for new signatures. */
  current(): Promise<ServerKey>;
  find(id: string): Promise<ServerKey | undefined>;
};
