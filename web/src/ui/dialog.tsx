import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { UI_TEXT } from './text.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the foot; the one that goes on comes last. */
  actions?: ReactNode;
  /** Makes title, body and buttons one form. */
  onSubmit?: () => void;
  /** Neither Escape nor a button at the top closes it: for what is shown only once. */
  locked?: boolean;
  wide?: boolean;
};

/** The browser's own modal dialog: it holds the focus, closes on Escape and gives the focus back. */
export function Dialog({ open, onClose, title, children, actions, onSubmit, locked, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const text = useText(UI_TEXT);

  useEffect(() => {
    const dialog = ref.current;
    if (!open && dialog?.open) dialog.close();
    if (!open || dialog === null || dialog.open) return;
    dialog.showModal();
    // The browser would begin at the button that closes it.
    dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
  }, [open]);

  const body = (
    <>
      {children}
      {actions && <div className="dialog-actions">{actions}</div>}
    </>
  );
  return (
    <dialog
      ref={ref}
      className={classNames('dialog', wide && 'dialog-wide')}
      aria-labelledby={id}
      closedby={locked ? 'none' : 'closerequest'}
      // For browsers that do not know `closedby`; a second Escape would otherwise get past `cancel`.
      onKeyDown={(event) => {
        if (locked && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        if (locked) event.preventDefault();
      }}
      onClose={onClose}
    >
      {open && (
        <>
          <div className="dialog-head">
            <h2 id={id}>{title}</h2>
            {!locked && (
              <Button variant="quiet" size="small" icon="close" aria-label={text.close} onClick={onClose} />
            )}
          </div>
          {onSubmit ? (
            <form
              className="dialog-body"
              onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
              }}
            >
              {body}
            </form>
          ) : (
            <div className="dialog-body">{body}</div>
          )}
        </>
      )}
    </dialog>
  );
}
