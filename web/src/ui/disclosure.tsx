import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type DisclosureProps = {
  summary: ReactNode;
  className?: string;
  /** Whether the content is shown from the start. */
  isOpen?: boolean;
  children: ReactNode;
};

/** Content that is folded away until it is opened. */
export function Disclosure({ summary, className, isOpen, children }: DisclosureProps) {
  return (
    <details className={classNames('disclosure', className)} open={isOpen}>
      <summary>
        <Icon name="chevron" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
