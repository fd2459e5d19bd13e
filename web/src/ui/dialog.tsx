import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { UI_TEXT } from './text.ts';

type DialogProps = {
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the foot; the one that submits comes last. */
  actions: ReactNode;
  onSubmit: () => void;
  /** Shows no close button and ignores Escape, for content that is shown only once. */
  locked?: boolean;
  wide?: boolean;
};

/**
 * Uses the browser's own modal dialog, which is open while this component is mounted. It keeps the focus inside and
 * returns it at the end.
 */
export function Dialog({ onClose, title, children, actions, onSubmit, locked, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const text = useText(UI_TEXT);

  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open) return;
    dialog.showModal();
    // Moves the focus to the first input, because the browser would focus the close button.
    dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
  }, []);

  return (
    <dialog
      ref={ref}
      className={classNames('dialog', wide && 'dialog-wide')}
      aria-labelledby={id}
      closedby={locked ? 'none' : 'closerequest'}
      // In browsers without `closedby`, a second Escape closes the dialog without a `cancel` event.
      onKeyDown={(event) => {
        if (locked && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        if (locked) event.preventDefault();
      }}
      onClose={onClose}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        {!locked && (
          <Button variant="quiet" size="small" icon="close" aria-label={text.close} onClick={onClose} />
        )}
      </div>
      <form
        className="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <div className="dialog-actions">{actions}</div>
      </form>
    </dialog>
  );
}
