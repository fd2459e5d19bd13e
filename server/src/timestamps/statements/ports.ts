/** What the operator states about the providers of time stamps. */

/** NOM-151 accreditations are given for one service: constancias of conservation, or digital time stamps. */
export const PSC_SERVICES = ['ccmd', 'sdt'] as const;

type PscService = (typeof PSC_SERVICES)[number];

/**
 * What the operator states about a provider. Evidence cannot confirm any of it, so it is always shown as the operator's
 * statement.
 */
export type IssuerStatement = {
  legalName: string | undefined;
  service: PscService | undefined;
  /** The day on which the accreditation was published in the Diario Oficial de la Federación: `2019-05-31`. */
  dofDate: string | undefined;
};

export type KeptStatement = IssuerStatement & { since: Date };

export type IssuerStatementStore = {
  /** Stores a statement in addition to the earlier ones, if it differs from the latest about this provider. */
  keep(psc: string, statement: IssuerStatement, now: Date): Promise<void>;
  /**
   * The statement that was valid at this time, or the first one after it; the reader compares `since`. Undefined if
   * there is none.
   */
  at(psc: string, time: Date): Promise<KeptStatement | undefined>;
};
