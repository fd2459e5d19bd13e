/**
 * The common part of the frames of the dashboard and of the operator's pages: the link that skips the navigation, and
 * the bar.
 */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SealMark } from '../../ui/seal-mark.tsx';
import { serviceName } from '../service-name.ts';

type ShellFrameProps = {
  /** The text of the link that skips the navigation. */
  skip: string;
  /** The content of the bar after the name of the service. */
  bar: ReactNode;
  /** Content above the page. */
  strips?: ReactNode;
  /** Content that floats over the page. */
  dock?: ReactNode;
  children: ReactNode;
};

export function ShellFrame({ skip, bar, strips, dock, children }: ShellFrameProps) {
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {skip}
      </a>
      <header className="shell-bar">
        <Link href="/" className="brand">
          <SealMark />
          <span>{serviceName()}</span>
        </Link>
        {bar}
      </header>
      <div className="shell-main">
        {strips}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      {dock}
    </div>
  );
}
