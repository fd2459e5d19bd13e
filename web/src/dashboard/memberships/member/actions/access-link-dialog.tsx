import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { ShownOnceDialog } from '../../../../ui/shown-once-dialog.tsx';
import { api, type Member } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { useChange } from '../../../use-change.ts';
import { TEXT } from './text.ts';

/** A link to the member's own page, which the council gives to the member. */
export function AccessLinkDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { link: text } = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const make = useChange(() => api.createAccessLink(member.id, { mode }));
  const made = make.data?.access_link;
  if (made === undefined)
    return (
      <FormDialog title={text.title} submit={text.submit} change={make} onClose={onClose}>
        <p>{text.intro}</p>
      </FormDialog>
    );
  return (
    <ShownOnceDialog title={text.madeTitle} text={text} onClose={onClose}>
      <Field label={text.address} value={made.url} readOnly onFocus={(event) => event.target.select()} />
      <CopyButton value={made.url} label={text.address} />
      <p className="small">{text.until(formats.dateTime(made.expires_at))}</p>
    </ShownOnceDialog>
  );
}
