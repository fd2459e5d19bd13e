/** The server's secrets: they sign file links and seal second factors. */

export type ServerKey = { id: string; secret: Uint8Array };

export type ServerKeys = {
  /** The key for new signatures. */
  current(): Promise<ServerKey>;
  find(id: string): Promise<ServerKey | undefined>;
};
