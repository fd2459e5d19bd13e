import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Found, Loaded } from '../ui/loaded.tsx';
import { ApiError } from './own-api.ts';

type Back = { href: string; label: string };

export function BackLink({ href, label, quiet = false }: Back & { quiet?: boolean }) {
  return (
    <Link href={href} className={quiet ? 'council-back' : 'back-link'}>
      <Icon name="back" size={16} />
      {label}
    </Link>
  );
}

type RecordPageProps<Data> = {
  found: Found<Data>;
  /** Shown until the record is loaded. */
  title: string;
  back: Back & { quiet?: boolean };
  missing: { title: string; text: string; back?: Back };
  children: (data: Data) => ReactNode;
};

/** The page of one record, which may still be loading, be missing, or belong to the other mode. */
export function RecordPage<Data>({ found, title, back, missing, children }: RecordPageProps<Data>) {
  const { href, label } = missing.back ?? back;
  return (
    <div className="page">
      <BackLink {...back} />
      {found.data !== undefined ? (
        children(found.data)
      ) : (
        <>
          <h1 className="visually-hidden">{title}</h1>
          <Card>
            <Loaded
              found={found}
              lines={8}
              failed={
                found.error instanceof ApiError &&
                found.error.status === 404 && (
                  <EmptyState
                    icon="search"
                    title={missing.title}
                    actions={<ButtonLink href={href}>{label}</ButtonLink>}
                  >
                    {missing.text}
                  </EmptyState>
                )
              }
            >
              {children}
            </Loaded>
          </Card>
        </>
      )}
    </div>
  );
}
