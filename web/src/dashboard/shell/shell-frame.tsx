/** What the frames of the dashboard and of the operator's pages share: the way past the navigation, and the bar. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SealMark } from '../../ui/seal-mark.tsx';
import { serviceName } from '../service-name.ts';

type ShellFrameProps = {
  /** The words of the link past the navigation. */
  skip: string;
  /** What the bar holds after the name of the service. */
  bar: ReactNode;
  /** What stands above the page. */
  strips?: ReactNode;
  /** What floats above the page. */
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
