import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type DisclosureProps = { summary: string; className?: string; children: ReactNode };

/** Content that is folded away until it is opened. */
export function Disclosure({ summary, className, children }: DisclosureProps) {
  return (
    <details className={classNames('disclosure', className)}>
      <summary>
        <Icon name="chevron" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
