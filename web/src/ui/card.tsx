import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type CardProps = {
  title?: ReactNode;
  note?: ReactNode;
  /** Shown to the right of the title. */
  actions?: ReactNode;
  /** Lets a table reach the card's edges. */
  flush?: boolean;
  /** The heading of a page that consists only of this card. */
  isPage?: boolean;
  children: ReactNode;
};

export function Card({ title, note, actions, flush, isPage, children }: CardProps) {
  const id = useId();
  const Heading = isPage ? 'h1' : 'h2';
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section className={classNames('card', flush && 'card-flush')} aria-labelledby={title ? id : undefined}>
      {hasHead && (
        <div className="card-head">
          <div>
            {title && <Heading id={id}>{title}</Heading>}
            {note && <p className="card-note">{note}</p>}
          </div>
          {actions && <div className="row gap-small">{actions}</div>}
        </div>
      )}
      <div className="card-body">{children}</div>
    </section>
  );
}
