/** One provider's settings, and the rules between them. */

import type { TrustProfile } from '@sello/proof';
import { readText } from './named-files.ts';
import type { PscDialectName } from './psc.ts';
import type { IssuerStatement } from './statements/ports.ts';

export type PscConfig = {
  /** The name, as certificates show it. */
  name: string;
  dialect: PscDialectName;
  url: string;
  /** How much of the deadline for one stamp this provider may use. */
  timeoutMs: number;
  /** `user:password`. */
  basic: string | undefined;
  bearer: string | undefined;
  /** The third part of Advantage's credentials. */
  entity: string | undefined;
  clientCertFile: string | undefined;
  clientKeyFile: string | undefined;
  tlsCaFile: string | undefined;
  nonce: boolean;
  policy: string | undefined;
  /** The trust profiles, in order of preference. */
  trust: readonly TrustProfile[];
  /** Information for people who judge evidence; no check uses it. */
  statement: IssuerStatement;
};

type Field = Exclude<
  keyof PscConfig,
  'trust' | 'name' | 'url' | 'timeoutMs' | 'dialect' | 'nonce' | 'statement'
>;

/** Checks the settings of a provider. `called` gives the name of a field as the operator wrote it. */
export function checkPsc(
  psc: Omit<PscConfig, 'trust' | 'url' | 'name' | 'statement'>,
  called: (field: Field) => string,
  problems: string[],
): void {
  const { dialect, basic, bearer, clientCertFile, clientKeyFile } = psc;
  if (basic !== undefined && bearer !== undefined) {
    problems.push(`${called('basic')} and ${called('bearer')} exclude each other; set only one of them`);
  }
  if ((clientCertFile === undefined) !== (clientKeyFile === undefined)) {
    problems.push(
      `${called('clientCertFile')} and ${called('clientKeyFile')} go together; set both or neither`,
    );
  }
  for (const field of DEMANDS[dialect].needs) {
    if (psc[field] === undefined) problems.push(`${called(field)} is needed for the dialect ${dialect}`);
  }
  for (const field of DEMANDS[dialect].ignores) {
    if (psc[field] !== undefined) problems.push(`${called(field)} means nothing to the dialect ${dialect}`);
  }
  for (const field of ['clientCertFile', 'clientKeyFile', 'tlsCaFile'] as const) {
    const file = psc[field];
    if (file !== undefined) readText(file, called(field), problems);
  }
}

const BY_LOGIN = { needs: ['basic'], ignores: ['bearer', 'entity'] } as const;

const DEMANDS: Record<PscDialectName, { needs: readonly Field[]; ignores: readonly Field[] }> = {
  rfc3161: { needs: [], ignores: ['entity'] },
  cincel: BY_LOGIN,
  mifiel: BY_LOGIN,
  // Advantage needs the policy because its query includes it.
  advantage: { needs: ['basic', 'entity', 'policy'], ignores: ['bearer'] },
  pscworld: BY_LOGIN,
};

/** A date in the form of ISO 8601. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isOfCalendar(text);
}

/** Whether the date exists: `Date` would turn 31 February into a day in March. */
function isOfCalendar(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
