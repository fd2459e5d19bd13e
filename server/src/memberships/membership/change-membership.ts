/**
 * Changes a membership: the tracks of undecided terms, the start while nothing is decided, external id and metadata.
 */

import { firstTerm } from '@sello/rules';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { MembershipId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertLine, assertMetadata, dayOf, mergeMetadata } from '../fields.ts';
import { changesBetween, namesOfChanges, note } from '../note-change.ts';
import { assertAnchor } from '../programs/anchor.ts';
import { newestTerm } from '../standing/chain.ts';
import { addMonthsTo, MOST_EXTENSION_MONTHS } from '../standing/days.ts';
import { readVersions } from '../standing/pg-versions.ts';
import { type LockedMembership, lockMembership } from './lock-membership.ts';
import type { Membership } from './membership.ts';
import { updateMembership } from './pg-memberships.ts';
import { invalidTransition, THE_MEMBERSHIP, termDecided } from './refusals.ts';
import { updateTerm } from './terms/pg-term-rows.ts';
import { readChain } from './terms/pg-terms.ts';
import { refreshTerms } from './terms/refresh-terms.ts';
import type { MembershipTerm } from './terms/term.ts';

type MembershipChange = {
  tracks?: string[];
  starts_on?: string;
  anchor?: string | null;
  external_id?: string | null;
  metadata?: Record<string, string | null>;
};

export async function changeMembership(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  id: string,
  change: MembershipChange,
): Promise<MembershipId> {
  assertLine('external_id', change.external_id, 100);
  assertMetadata(change.metadata);
  const locked = await lockMembership(tools, who, id);
  const { membership } = locked;
  const changed = applied(membership, change, tools.now());
  const term = await changedTerm(tools, locked, changed, change);
  await updateMembership(tools, changed);
  if (term !== undefined) {
    await updateTerm(tools, { ...term, updatedAt: tools.now() });
    await refreshTerms(tools, who, [membership.memberId]);
  }
  await note(tools, who, 'membership.change', membership.id, {
    ...changesBetween(open(membership), open(changed)),
    ...namesOfChanges(closed(membership), closed(changed)),
  });
  return membership.id;
}

function applied(membership: Membership, change: MembershipChange, now: Date): Membership {
  const { tracks, starts_on, anchor, external_id, metadata } = change;
  return {
    ...membership,
    ...(tracks !== undefined && { tracks }),
    ...(starts_on !== undefined && { startsOn: dayOf('starts_on', starts_on) }),
    ...(anchor !== undefined && { anchor: anchor === null ? undefined : dayOf('anchor', anchor) }),
    ...(external_id !== undefined && { externalId: external_id ?? undefined }),
    ...(metadata !== undefined && { metadata: mergeMetadata(membership.metadata, metadata) }),
    updatedAt: now,
  };
}

function open({ tracks, startsOn, anchor }: Membership): Record<string, unknown> {
  return { tracks, starts_on: startsOn, anchor };
}

/** Metadata may contain anything about a person. */
function closed({ externalId, metadata }: Membership): Record<string, unknown> {
  return { external_id: externalId, metadata };
}

/** The open term after the change; undefined if it does not change. */
async function changedTerm(
  tools: Pick<Tools, 'query'>,
  locked: LockedMembership,
  changed: Membership,
  { tracks, starts_on, anchor }: MembershipChange,
): Promise<MembershipTerm | undefined> {
  if (tracks === undefined && starts_on === undefined && anchor === undefined) return undefined;
  const { status } = locked.membership;
  if (status === 'ended') throw invalidTransition(THE_MEMBERSHIP, status, 'active');
  const term = newestTerm(locked);
  const isMoved = starts_on !== undefined || anchor !== undefined;
  const days = isMoved ? await movedDays(tools, locked, changed) : {};
  return { ...term, ...(tracks !== undefined && { tracks }), ...days };
}

async function movedDays(
  tools: Pick<Tools, 'query'>,
  { membership, terms }: LockedMembership,
  { startsOn, anchor }: Membership,
) {
  const term = newestTerm({ terms });
  const isFirstAnchor = membership.anchor === undefined && startsOn === membership.startsOn;
  // The first anchor of a membership may be set late, because the program may ask for one only since its newest
  // version.
  if (terms.length > 1 && !isFirstAnchor) throw termDecided();
  const chain = await readChain(tools, membership.id);
  if (chain?.requestedOn !== undefined) throw renewalWaits();
  const versionOf = await readVersions(tools, [
    { programId: membership.programId, version: term.programVersion },
  ]);
  const { rules } = versionOf(membership.programId, term.programVersion);
  if (terms.length > 1) return {};
  assertAnchor(rules, anchor);
  const bounds = firstTerm(rules, startsOn, anchor);
  assertExtensionFits(term.extendedUntil, bounds.ends_on);
  return { startsOn: bounds.starts_on, endsOn: bounds.ends_on };
}

function renewalWaits(): AppError {
  return new AppError('renewal_open', {
    en: 'A renewal of this membership is waiting for its decision, so `starts_on` cannot change. Withdraw it first.',
    es: 'Una renovación de esta membresía espera su decisión, por lo que `starts_on` no puede cambiar. Retírela primero.',
  });
}

function assertExtensionFits(extendedUntil: string | undefined, endsOn: string): void {
  if (extendedUntil === undefined) return;
  if (extendedUntil > endsOn && extendedUntil <= addMonthsTo(endsOn, MOST_EXTENSION_MONTHS)) return;
  throw invalidField(
    '`starts_on`',
    `would end the term on ${endsOn}, which the extension until ${extendedUntil} does not fit. Move the extension first.`,
    `haría terminar el periodo el ${endsOn}, a lo que no se ajusta la prórroga hasta el ${extendedUntil}. Mueva antes la prórroga.`,
  );
}
