/** Reads the state of a document in one statement, for anyone who has its address. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { IssuedDocument } from '../../proofs/public-page/issued-document.ts';
import type { IssuedDocuments } from '../../proofs/public-page/ports.ts';
import { dayIn } from '../calendar.ts';
import { isValid, MEMBERSHIP_STATUSES, type MembershipStatus, standingOn } from '../standing/standing.ts';
import type { PrintedPoints } from './content.ts';
import { DOCUMENT_KINDS } from './document.ts';

/** The holder's name is shown only while the holder consents, and never after anonymising. */
const FIND = `
  select d.kind, d.folio, d.content, d.erased_at is null and m.consent is not null as is_named,
         coalesce(a.time_zone, 'America/Mexico_City') as time_zone, k.day as clock_day, coalesce(c.name, a.name) as issuer,
         case when w.status = 'revoked' then 'revoked' when r.status = 'annulled' then 'annulled'
              when d.replaced_by is not null then 'replaced' else 'valid' end as state,
         ((case when w.status = 'revoked' then w.decided_at when r.status = 'annulled' then r.decided_at
                else n.updated_at end) at time zone coalesce(a.time_zone, 'America/Mexico_City'))::date as since,
         n.folio as new_folio, n.code as new_code,
         (select json_agg(json_build_object('program', p.name, 'status', s.effective_status, 'starts_on', s.starts_on,
                                            'valid_until', s.valid_until, 'lapses_on', s.lapses_on,
                                            'lost_on', s.lost_on) order by s.id)
            from memberships s join programs p on p.id = s.program_id
           where d.kind <> 'diploma' and s.member_id = d.member_id
             and (d.kind = 'transcript' or s.id = r.membership_id)) as memberships
    from documents d
    join members m on m.id = d.member_id
    join accounts a on a.id = d.account_id
    left join clocks k on k.id = m.clock_id
    left join councils c on c.account_id = d.account_id
    left join awards w on w.id = d.award_id
    left join renewals r on r.id = d.renewal_id
    left join documents n on n.id = d.replaced_by
   where d.code = $1 and d.account_id = $2`;

export function makeIssuedDocuments(database: Pick<Database, 'query'>, now: Clock): IssuedDocuments {
  return {
    async find(accountId, code, baseUrl) {
      const [row] = await database.query(FIND, [code, accountId], 'issued-document');
      return (
        row &&
        toIssued(
          row,
          read.optionalText(row, 'clock_day') ?? dayIn(read.text(row, 'time_zone'), now()),
          baseUrl,
        )
      );
    },
  };
}

const STATES = ['valid', 'revoked', 'annulled', 'replaced'] as const;

function toIssued(row: Row, today: string, baseUrl: string): IssuedDocument {
  const content = row.content === null ? {} : read.record(row, 'content');
  const state = read.oneOf(row, 'state', STATES);
  const isNamed = read.boolean(row, 'is_named');
  const newCode = read.optionalText(row, 'new_code');
  return {
    kind: read.oneOf(row, 'kind', DOCUMENT_KINDS),
    state,
    as_of: today,
    since: state === 'valid' ? null : (read.optionalText(row, 'since') ?? null),
    issuer: read.text(row, 'issuer'),
    holder: isNamed ? textIn(content, 'holder') : null,
    holder_withheld: !isNamed,
    folio: read.optionalText(row, 'folio') ?? null,
    title: textIn(content, 'title') ?? textIn(content, 'program'),
    role: textIn(content, 'role'),
    hours: typeof content.hours === 'number' ? content.hours : null,
    points: read.isListOf(content.points, isPoints) ? [...content.points] : [],
    aval: textIn(content, 'aval'),
    starts_on: textIn(content, 'starts_on'),
    ends_on: textIn(content, 'ends_on'),
    replaced_by:
      newCode === undefined
        ? null
        : { folio: read.optionalText(row, 'new_folio') ?? null, url: `${baseUrl}/v/${newCode}` },
    standings: row.memberships === null ? [] : standingsOf(row, today),
  };
}

type KeptMembership = {
  program: string;
  status: MembershipStatus;
  starts_on: string;
  valid_until: string;
  lapses_on: string;
  lost_on: string | null;
};

function standingsOf(row: Row, today: string): IssuedDocument['standings'] {
  return read.shaped(row, 'memberships', areMemberships, 'memberships').map((one) => {
    const days = {
      startsOn: one.starts_on,
      validUntil: one.valid_until,
      lapsesOn: one.lapses_on,
      lostOn: one.lost_on ?? undefined,
    };
    const standing = standingOn({ effectiveStatus: one.status, ...days }, today);
    return { program: one.program, standing, valid: isValid(standing), valid_until: one.valid_until };
  });
}

function areMemberships(value: unknown): value is KeptMembership[] {
  return read.isListOf(
    value,
    (one): one is KeptMembership =>
      read.isRecord(one) && MEMBERSHIP_STATUSES.some((status) => status === one.status),
  );
}

function isPoints(value: unknown): value is PrintedPoints {
  return read.isRecord(value) && typeof value.points === 'number';
}

function textIn(content: Record<string, unknown>, field: string): string | null {
  const value = content[field];
  return typeof value === 'string' ? value : null;
}
