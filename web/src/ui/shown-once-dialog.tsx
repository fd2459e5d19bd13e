import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';
import { Note } from './note.tsx';
import './shown-once.css';

type ShownOnceDialogProps = {
  title: string;
  text: {
    /** The warning that this is shown only once. */
    once: string;
    /** The text that the owner confirms. */
    stored: string;
    /** Shown when the dialog is submitted without the confirmation. */
    mustStore: string;
    done: string;
  };
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** For secrets that cannot be shown again: it closes only after the owner confirms having stored them. */
export function ShownOnceDialog({ title, text, wide, onClose, children }: ShownOnceDialogProps) {
  const [isStored, setStored] = useState(false);
  const [isAsked, setAsked] = useState(false);
  return (
    <Dialog
      locked
      onClose={onClose}
      title={title}
      onSubmit={() => (isStored ? onClose() : setAsked(true))}
      actions={
        <Button type="submit" variant="primary">
          {text.done}
        </Button>
      }
      {...(wide && { wide })}
    >
      <div className="stack">
        <Note tone="warn">{text.once}</Note>
        {children}
        <Checkbox label={text.stored} checked={isStored} onChange={setStored} />
        {isAsked && !isStored && <Note tone="bad">{text.mustStore}</Note>}
      </div>
    </Dialog>
  );
}
