import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { type Submitted, submit as submitChange } from './change.ts';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import type { IconName } from './icon.tsx';
import { Note } from './note.tsx';
import { UI_TEXT } from './text.ts';

type FormDialogProps = {
  title: string;
  /** The label of the button that submits. */
  submit: string;
  icon?: IconName;
  danger?: boolean | undefined;
  /** Set if a field or the content shows the refusal, so that the dialog does not show it again. */
  hidesError?: boolean;
  /** More room between the parts of a long form. */
  roomy?: boolean;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
} & Submitted;

/** A dialog with one form, a button that submits the form, and a button that closes it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, icon, danger, change, hidesError, roomy, wide, onClose, children } = props;
  const text = useText(UI_TEXT);
  return (
    <Dialog
      onClose={onClose}
      title={title}
      {...(wide && { wide })}
      onSubmit={() => submitChange(props)}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            busy={change.isPending}
            {...(icon && { icon })}
          >
            {submit}
          </Button>
        </>
      }
    >
      <div className={classNames('stack', roomy && 'gap-large')}>
        {change.error && !hidesError && <Note tone="bad">{change.error.message}</Note>}
        {children}
      </div>
    </Dialog>
  );
}
