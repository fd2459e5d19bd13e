/** What the operator states about the providers of time stamps. */

/** NOM-151 accreditations are given per service: constancias of conservation, or digital time stamps. */
export const PSC_SERVICES = ['ccmd', 'sdt'] as const;

type PscService = (typeof PSC_SERVICES)[number];

/** Nothing in it can be checked from evidence, so it is always shown as the statement of the operator. */
export type IssuerStatement = {
  legalName: string | undefined;
  service: PscService | undefined;
  /** The day on which the accreditation was published in the Diario Oficial de la Federación: `2019-05-31`. */
  dofDate: string | undefined;
};

export type KeptStatement = IssuerStatement & { since: Date };

export type IssuerStatementStore = {
  /** Keeps a statement beside the earlier ones, if it differs from the latest about this provider. */
  keep(psc: string, statement: IssuerStatement, now: Date): Promise<void>;
  /**
   * The statement that stood at this time, or the first one after it; the reader compares `since`. Undefined if none
   * was ever made.
   */
  at(psc: string, time: Date): Promise<KeptStatement | undefined>;
};
