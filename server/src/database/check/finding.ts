/** What `sello fsck` reports about a fault. */

/** A finding. `Repair` are the kinds of repairs that it may name. */
export type Finding<Repair extends string = never> = {
  /**
   * A note tells of something that a crash may leave or that cannot be checked from here. Only a problem makes the
   * check fail.
   */
  level: 'problem' | 'note';
  /** A stable code, for programs. */
  code: string;
  /** Ids of the rows or files concerned. */
  where: string;
  /** A sentence, for people. */
  message: string;
  /**
   * The kind of repair, if the data can be derived again. Evidence (files, tokens, leaves, checkpoints, anchors)
   * never can.
   */
  repair?: Repair;
};

export function problem<Repair extends string = never>(
  code: string,
  where: string,
  message: string,
  repair?: Repair,
): Finding<Repair> {
  return { level: 'problem', code, where, message, ...(repair !== undefined && { repair }) };
}

/** A fault that may be found many times: `message` names it, without the details and the full stop. */
export type FaultKind<Repair extends string = never> = { code: string; message: string; repair?: Repair };

/** Makes a finding of this kind; `told` is the actual and the expected value. */
export function faultOf<Repair extends string = never>(
  { code, message, repair }: FaultKind<Repair>,
  where: string,
  told: string,
): Finding<Repair> {
  return problem(code, where, `${message}: ${told}.`, repair);
}
