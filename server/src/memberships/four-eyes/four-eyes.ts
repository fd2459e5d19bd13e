/**
 * Four eyes: in an account that requires them, nobody can decide on what they reported or changed, whatever key or page
 * they use. `migrations/0065_four_eyes.sql` defines who counts as the same person.
 */

import * as read from '../../database/row-reader.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { type Refusal, refusal, refuse } from '../../operations/refusal.ts';

type Ports = Pick<Tools, 'query'>;

/**
 * The ids of those who reported something, and of the people behind them. Undefined if unknown; then nobody is excluded
 * from deciding.
 */
export type Reporters = readonly string[] | undefined;

/** The ids under which the caller becomes a reporter of the record that they now make or change. */
export async function reportersOf({ query }: Ports, who: Who): Promise<readonly string[]> {
  const ids = [who.by.id, ...(who.enteredBy === undefined ? [] : [who.enteredBy])];
  const rows = await query('select people_behind($1, $2) as ids', [who.accountId, ids], 'people-behind');
  return read.textList(read.firstRow(rows), 'ids');
}

/** Adds the caller to the reporters of a waiting record, because the caller changes it. */
export async function withReporter(tools: Ports, who: Who, before: Reporters): Promise<Reporters> {
  return [...new Set([...(before ?? []), ...(await reportersOf(tools, who))])];
}

/** Says why the caller may not decide on something that these people reported; undefined if the caller may. */
export type MayDecide = (reporters: Reporters) => Refusal | undefined;

/**
 * Call this while the rows to be decided are locked. Then a change by the caller is either seen here or comes too late.
 */
export async function readFourEyes({ query }: Ports, who: Who): Promise<MayDecide> {
  const own = await readOwn({ query }, who);
  if (own === undefined) return () => undefined;
  if (own.length === 0) return () => MAKER_UNKNOWN;
  const same = new Set(own);
  return (reporters) => (reporters?.some((id) => same.has(id)) ? REPORTED_BY_YOU : undefined);
}

export async function assertMayDecide(tools: Ports, who: Who, reporters: Reporters): Promise<void> {
  const refused = (await readFourEyes(tools, who))(reporters);
  if (refused !== undefined) refuse(refused);
}

/** Checks a decision on records that the caller reports in the same call. */
export async function assertMayDecideOwn({ query }: Ports, who: Who): Promise<void> {
  if ((await readOwn({ query }, who)) !== undefined) refuse(REPORTED_BY_YOU);
}

/** Undefined if the account does not require four eyes. Empty for a key that may decide nothing. */
async function readOwn({ query }: Ports, { accountId, livemode, by }: Who) {
  const [row] = await query(
    'select four_eyes_of($1, $2, $3) as ids',
    [accountId, livemode, by.id],
    'four-eyes',
  );
  return row && read.optionalTextList(row, 'ids');
}

const REPORTED_BY_YOU = refusal(
  'four_eyes',
  'You reported or changed this, and in this account somebody else must decide it (four eyes). Ask another person who decides.',
  'Usted lo registró o lo cambió, y en esta cuenta debe decidirlo otra persona (cuatro ojos). Pídalo a alguien más que decida.',
);

const MAKER_UNKNOWN = refusal(
  'four_eyes',
  'This account requires four eyes, and nobody knows who made this API key, so it decides nothing. Use a key that somebody made in the dashboard.',
  'Esta cuenta exige cuatro ojos y no se sabe quién creó esta clave de API, así que no decide nada. Use una clave creada por alguien en el panel.',
);
