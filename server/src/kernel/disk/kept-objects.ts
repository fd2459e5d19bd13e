/**
 * Small objects of the server itself, kept beside the callers' files: what must survive even if the database is lost or
 * replaced by an older one. Each comment is a contract that `tests/contracts` checks on every store.
 */
export type KeptObjects = {
  /** Undefined if there is none of this name. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces it in one step: a reader gets the old bytes or the new ones. Once it resolves, a crash does not undo it. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** All names with this prefix, in order. `start` ends with a slash. */
  list(start: string): Promise<string[]>;
  /** Nothing happens if there is none. */
  remove(name: string): Promise<void>;
};

/** Parts of small letters, digits and `-`, with slashes between them: a path in a folder, a key in a bucket. */
export function assertKeptName(name: string): void {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(name)) throw new Error(`"${name}" is no name of a kept object`);
}
