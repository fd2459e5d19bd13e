import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info';

const ICONS: Record<Tone, IconName | undefined> = {
  plain: undefined,
  good: 'check',
  warn: 'clock',
  bad: 'close',
  info: 'info',
};

/** What a council decided about a course, at an organiser's desk and in the dashboard. */
export const COURSE_TONES = {
  proposed: 'warn',
  accredited: 'good',
  closed: 'plain',
  refused: 'bad',
  cancelled: 'plain',
} as const;

export const AWARD_TONES = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  revoked: 'bad',
  withdrawn: 'plain',
} as const;

/** A state shown by colour, icon and word, so that nobody depends on colour alone. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}) {
  const name = icon ?? ICONS[tone];
  return (
    <span className={classNames('badge', tone !== 'plain' && `badge-${tone}`)}>
      {name && <Icon name={name} size={13} />}
      {children}
    </span>
  );
}
