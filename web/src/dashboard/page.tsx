import { type ReactNode, useEffect } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { serviceName } from './service-name.ts';

type PageProps = {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Such as a back link. */
  above?: ReactNode;
  children: ReactNode;
};

/** The frame of every page: heading, title of the browser's tab, and actions. */
export function Page({ title, intro, actions, above, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className="page">
      {above}
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {intro && <p className="page-intro">{intro}</p>}
        </div>
        {actions && <div className="row gap-small">{actions}</div>}
      </header>
      <div className="stack gap-large">{children}</div>
    </div>
  );
}

/** Shown while the code of a page is loading: the frame of the page, with a placeholder for its text. */
export function PageWait() {
  return (
    <div className="page">
      <Skeleton lines={6} />
    </div>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${serviceName()}`;
  }, [title]);
}
