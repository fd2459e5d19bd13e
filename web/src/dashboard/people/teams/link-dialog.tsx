import { useText } from '../../../i18n/use-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx';
import { TEXT } from './text.ts';

type LinkDialogProps = { email: string; link: string; onClose: () => void };

/** If no mail is configured, the inviting person has to pass the link on. */
export function LinkDialog({ email, link, onClose }: LinkDialogProps) {
  const { link: text } = useText(TEXT);
  return (
    <ShownOnceDialog title={text.title} text={text} onClose={onClose}>
      <p>{text.intro(email)}</p>
      <Field label={text.label} value={link} readOnly onFocus={(event) => event.target.select()} />
      <CopyButton value={link} label={text.label} />
    </ShownOnceDialog>
  );
}
