/** An account starts to follow members: at once if their pages are public, otherwise once they agree. */

import { refusalOf } from '../../kernel/errors.ts';
import { type AccountId, type MemberId, parseId, type WatchId } from '../../kernel/ids.ts';
import { slicesOf } from '../../kernel/pacing/slices-of.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { type Refusal, refusal } from '../../operations/refusal.ts';
import { assertLine } from '../fields.ts';
import { note } from '../note-change.ts';
import { searchTextOf } from '../search-text.ts';
import { findByCodes, findByNumbers, knownCouncils, type NamedMember, readStandings } from './pg-watched.ts';
import { countWatches } from './pg-watches.ts';
import {
  type KeptWatch,
  readKept,
  renewWatches,
  type WantedWatch,
  writeWatches,
} from './pg-write-watches.ts';
import { toldOf } from './told.ts';
import { MOST_WATCHES } from './watch.ts';

/** Names a member by the public page, or by council, number and surname. */
export type AskedWatch = {
  public_url?: string | undefined;
  council_id?: string | undefined;
  number?: string | undefined;
  surname?: string | undefined;
  external_id?: string | undefined;
};

export type WatchOutcome =
  | { status: 'created' | 'duplicate'; watchId: WatchId }
  | { status: 'rejected'; refusal: Refusal };

/** Returns one outcome for each requested watch, in the same order. */
export async function createWatches(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  asked: readonly AskedWatch[],
): Promise<WatchOutcome[]> {
  const read = asked.map(readAsked);
  const found = await findNamed(tools, who, read);
  const isFull = (await countWatches(tools, who, MOST_WATCHES)) + asked.length > MOST_WATCHES;
  if (isFull) return asked.map(() => ({ status: 'rejected', refusal: tooManyWatches() }));
  const outcomes: WatchOutcome[] = [];
  const places = asked.map((_, place) => place);
  for (const some of slicesOf(places)) {
    const wanted = some.flatMap((place) => found[place] ?? []);
    const written = await follow(tools, who, wanted);
    for (const place of some) {
      const named = read[place];
      const made = written.get(found[place] as WantedWatch);
      outcomes.push(
        made ?? { status: 'rejected', refusal: named !== undefined && 'code' in named ? named : NOT_FOUND },
      );
    }
  }
  const created = outcomes.filter(({ status }) => status === 'created').length;
  if (created > 0) await note(tools, who, 'watch.create', who.accountId, { watches: created });
  return outcomes;
}

type Named =
  | { page: string; externalId: string | undefined }
  | { councilId: AccountId; number: string; surname: string; externalId: string | undefined };

function readAsked(asked: AskedWatch): Named | Refusal {
  const { public_url, council_id, number, surname, external_id } = asked;
  const problem = refusalOf(() => {
    for (const [field, value] of Object.entries(asked)) assertLine(field, value, MOST_CHARS[field] ?? 200);
  });
  if (problem !== undefined) return problem;
  if (public_url !== undefined) {
    const page = /([0-9A-Za-z]{22})(?:\.json)?$/.exec(public_url.trim())?.[1];
    return page === undefined ? NO_PAGE : { page, externalId: external_id };
  }
  const councilId = council_id === undefined ? undefined : parseId('acct', council_id.trim());
  if (council_id === undefined || number === undefined || surname === undefined) return NOBODY_NAMED;
  if (councilId === undefined) return NO_COUNCIL;
  return { councilId, number: number.trim(), surname: surname.trim(), externalId: external_id };
}

const MOST_CHARS: Readonly<Record<string, number>> = { external_id: 100, public_url: 500, number: 100 };

/** The member that each request names. Undefined if the request is refused. */
async function findNamed(
  tools: Pick<Tools, 'query' | 'newId'>,
  { livemode }: Who,
  read: (Named | Refusal)[],
): Promise<(WantedWatch | undefined)[]> {
  const wanted: (WantedWatch | undefined)[] = read.map(() => undefined);
  for (const places of slicesOf(read.map((_, place) => place))) {
    const byPage = places.filter((place) => 'page' in (read[place] ?? {}));
    const byNumber = places.filter((place) => 'number' in (read[place] ?? {}));
    const pages = await findByCodes(
      tools,
      livemode,
      byPage.map((place) => (read[place] as { page: string }).page),
    );
    for (const member of pages) {
      const place = byPage[member.place];
      const named = place === undefined ? undefined : read[place];
      if (place === undefined || named === undefined || !('page' in named)) continue;
      wanted[place] = wantedOf(tools, named.page, named.externalId, member.councilId, member);
    }
    await findNumbers(tools, livemode, read, byNumber, wanted);
  }
  return wanted;
}

async function findNumbers(
  tools: Pick<Tools, 'query' | 'newId'>,
  livemode: boolean,
  read: (Named | Refusal)[],
  places: readonly number[],
  wanted: (WantedWatch | undefined)[],
): Promise<void> {
  const asked = places.map((place) => read[place] as Extract<Named, { number: string }>);
  const councils = await knownCouncils(
    tools,
    asked.map(({ councilId }) => councilId),
  );
  const found = Map.groupBy(await findByNumbers(tools, livemode, asked), ({ place }) => place);
  for (const [i, place] of places.entries()) {
    const named = asked[i];
    if (named === undefined) continue;
    if (!councils.has(named.councilId)) {
      read[place] = NO_COUNCIL;
      continue;
    }
    // If nobody or more than one member matches, the watch waits for an answer that never comes. So nobody learns who
    // is a member.
    const [one, ...others] = (found.get(i) ?? []).filter(({ surnames }) =>
      surnames.some(isSame(named.surname)),
    );
    const member = others.length === 0 ? one : undefined;
    wanted[place] = wantedOf(tools, named.number, named.externalId, named.councilId, member);
  }
}

/** People may leave out accents and capitals, and may give one surname or both. */
function isSame(surname: string): (known: string) => boolean {
  const plain = (words: string) => searchTextOf(words.trim().replace(/\s+/g, ' '));
  return (known) => plain(known) === plain(surname);
}

function wantedOf(
  { newId }: Pick<Tools, 'newId'>,
  named: string,
  externalId: string | undefined,
  councilId: AccountId,
  member: NamedMember | undefined,
): WantedWatch {
  return {
    id: newId('wch'),
    councilId,
    named,
    externalId,
    memberId: member?.memberId,
    isPublic: member?.isPublic ?? false,
  };
}

/** A member who refused to be followed, or ended it, is asked again only after this time. */
const ASKED_AGAIN_AFTER_MS = 30 * 86_400_000;

async function follow(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  wanted: readonly WantedWatch[],
): Promise<Map<WantedWatch, WatchOutcome>> {
  const now = tools.now();
  const publicOnes = wanted.flatMap(({ isPublic, memberId }) => (isPublic && memberId ? memberId : []));
  const standings = await readStandings(tools, publicOnes);
  const toldFor = (memberId: MemberId | undefined) => toldOf((memberId && standings.get(memberId)) ?? []);
  const made = await writeWatches(
    tools,
    who,
    wanted.map((one) => ({ ...one, told: one.isPublic ? toldFor(one.memberId) : {} })),
    now,
  );
  const outcomes = new Map<WantedWatch, WatchOutcome>();
  const others: WantedWatch[] = [];
  for (const one of wanted) {
    if (made.has(one.id)) outcomes.set(one, { status: 'created', watchId: one.id });
    else others.push(one);
  }
  const kept = await readKept(tools, who, others);
  const renewed = others.flatMap((one) => {
    const before = kept.get(one);
    if (before === undefined) return [];
    outcomes.set(one, { status: 'duplicate', watchId: before.id });
    const next = renewalOf(before, one, now);
    return next === undefined
      ? []
      : [{ id: before.id, ...next, told: next.status === 'active' ? toldFor(one.memberId) : {} }];
  });
  await renewWatches(tools, renewed, now);
  return outcomes;
}

/** The new state of a watch that is requested again. Undefined if nothing changes. */
function renewalOf(before: KeptWatch, { memberId, isPublic }: WantedWatch, now: Date) {
  const { status, answeredAt, isRemoved } = before;
  if (status === 'declined' || status === 'withdrawn') {
    const isDue = answeredAt === undefined || now.getTime() - answeredAt.getTime() > ASKED_AGAIN_AFTER_MS;
    if (isDue) return { memberId, status: 'asked' as const, basis: 'consent' as const };
    return isRemoved ? { memberId: before.memberId, status, basis: before.basis } : undefined;
  }
  if (status === 'active' && (before.basis === 'consent' || isPublic)) return undefined;
  if (isPublic) return { memberId, status: 'active' as const, basis: 'public' as const };
  if (status === 'asked' && before.memberId === memberId) return undefined;
  return { memberId, status: 'asked' as const, basis: 'consent' as const };
}

function tooManyWatches(): Refusal {
  return refusal(
    'too_many_watches',
    `An account follows at most ${MOST_WATCHES.toLocaleString('en')} members. Delete watches that you no longer need.`,
    `Una cuenta vigila como máximo a ${MOST_WATCHES.toLocaleString('en')} miembros. Elimine vigilancias que ya no necesite.`,
  );
}

const NOT_FOUND = refusal(
  'not_found',
  'There is no public page of a member at this address. Name the member by `council_id`, `number` and `surname`, to ask for consent.',
  'No hay ninguna página pública de un miembro en esta dirección. Nombre al miembro con `council_id`, `number` y `surname` para pedir su consentimiento.',
);

const NO_PAGE = refusal(
  'validation_failed',
  '`public_url` must be the address of the public page of a member, which ends with /m/ and 22 letters and digits.',
  '`public_url` debe ser la dirección de la página pública de un miembro, que termina en /m/ y 22 letras y cifras.',
);

const NOBODY_NAMED = refusal(
  'validation_failed',
  'Name the member by `public_url`, or by `council_id`, `number` and `surname` together.',
  'Nombre al miembro con `public_url`, o con `council_id`, `number` y `surname` juntos.',
);

const NO_COUNCIL = refusal(
  'validation_failed',
  '`council_id` names no council. It stands in the address of its look-up page, /m?account=acct_….',
  '`council_id` no nombra ningún consejo. Está en la dirección de su página de consulta, /m?account=acct_….',
);
