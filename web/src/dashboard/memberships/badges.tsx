/** States of the council's records by colour, icon and word. */

import { useText } from '../../i18n/use-text.ts';
import { AWARD_TONES, Badge, COURSE_TONES } from '../../ui/badge.tsx';
import type { Award, Course, Member, MemberStanding } from '../api.ts';
import { COUNCIL_TEXT } from './text.ts';

const STANDING_TONES = {
  scheduled: 'info',
  delinquent: 'bad',
  current: 'good',
  grace: 'warn',
  lapsed: 'bad',
  suspended: 'bad',
  ended: 'plain',
} as const;

export function StandingBadge({ standing }: { standing: MemberStanding['standing'] }) {
  const text = useText(COUNCIL_TEXT);
  return <Badge tone={STANDING_TONES[standing]}>{text.standings[standing]}</Badge>;
}

/** Active members get no badge. */
export function MemberStatusBadge({ status }: { status: Member['status'] }) {
  const text = useText(COUNCIL_TEXT);
  if (status === 'active') return null;
  return <Badge tone={status === 'suspended' ? 'bad' : 'plain'}>{text.memberStatuses[status]}</Badge>;
}

export function CourseStatusBadge({ status }: { status: Course['status'] }) {
  const text = useText(COUNCIL_TEXT);
  return <Badge tone={COURSE_TONES[status]}>{text.courseStatuses[status]}</Badge>;
}

export function AwardStatusBadge({ status }: { status: Award['status'] }) {
  const text = useText(COUNCIL_TEXT);
  return <Badge tone={AWARD_TONES[status]}>{text.awardStatuses[status]}</Badge>;
}
