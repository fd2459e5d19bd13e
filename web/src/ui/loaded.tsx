import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

/** A query's state. */
export type Found<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown };

type LoadedProps<Data> = {
  found: Found<Data>;
  /** How many lines the placeholder has. */
  lines: number;
  /** What surrounds the placeholder: a card, or padding inside a card that has none. */
  frame?: 'card' | 'padding';
  /** Shown in place of an error, such as for a record that does not exist. */
  failed?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows a placeholder while loading, the error, an empty state, or the data. */
export function Loaded<Data>({ found, lines, frame, failed, isEmpty, empty, children }: LoadedProps<Data>) {
  const { data, error, refetch } = found;
  if (data !== undefined) return isEmpty?.(data) ? empty : children(data);
  if (error) return failed || <ErrorState error={error} onRetry={() => void refetch()} />;
  const placeholder = <Skeleton lines={lines} />;
  if (frame === 'card') return <Card>{placeholder}</Card>;
  return frame === 'padding' ? <div className="skeleton-padding">{placeholder}</div> : placeholder;
}
