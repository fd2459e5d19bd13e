import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type NoteTone = 'info' | 'good' | 'warn' | 'bad';

const ICONS: Record<NoteTone, IconName> = { info: 'info', good: 'check', warn: 'alert', bad: 'error' };

/** A highlighted message. Screen readers announce a bad one at once. */
export function Note({ tone = 'info', children }: { tone?: NoteTone; children: ReactNode }) {
  return (
    <div className={`note note-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}
