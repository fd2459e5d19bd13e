/** The secrets of this server: they sign file links and seal second factors. */

export type ServerKey = { id: string; secret: Uint8Array };

export type ServerKeys = {
  /** The key that signs now. */
  current(): Promise<ServerKey>;
  find(id: string): Promise<ServerKey | undefined>;
};
