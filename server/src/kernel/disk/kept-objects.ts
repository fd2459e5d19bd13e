/**
 * Small objects of the server itself, kept beside the callers' files. They must survive even if the database is lost or
 * replaced by an older one. `tests/contracts` checks the promise of each comment here, on every store.
 */
export type KeptObjects = {
  /** The bytes of the object. Undefined if none has this name. */
  read(name: string): Promise<Uint8Array | undefined>;
  /**
   * Writes the object, replacing an earlier one in one step: a reader gets the old bytes or the new ones. Once the
   * promise resolves, a crash does not undo the write.
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** All names with this prefix, in order. `start` ends with a slash. */
  list(start: string): Promise<string[]>;
  /** Removes the object. It is no error if there is none. */
  remove(name: string): Promise<void>;
};

/**
 * Throws unless the name consists of small letters, digits and `-`, in parts with slashes between them. Such a name
 * is valid both as a path in a folder and as a key in a bucket.
 */
export function assertKeptName(name: string): void {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(name)) throw new Error(`"${name}" is no name of a kept object`);
}
