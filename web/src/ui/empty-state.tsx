import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type EmptyStateProps = { icon?: IconName; title: string; children?: ReactNode; actions?: ReactNode };

/** Stands in for an empty list and says how to begin. */
export function EmptyState({ icon = 'document', title, children, actions }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}
