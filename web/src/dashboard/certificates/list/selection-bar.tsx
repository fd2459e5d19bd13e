/** The actions on the selected certificates. */

import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, type Certificate, links } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { doEach } from './do-each.ts';
import { MOST_SELECTED, type Selection } from './selection.ts';
import { TEXT } from './text.ts';

export function SelectionBar({ selection }: { selection: Selection }) {
  const { selected: text } = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [open, setOpen] = useState<'tag' | 'erase'>();
  const { chosen, clear } = selection;
  const stored = chosen.filter(({ file }) => file.stored);
  const ids = chosen.map(({ id }) => id).join(',');
  const close = () => setOpen(undefined);
  if (chosen.length === 0) return null;
  return (
    <section className="selection" aria-label={text.label}>
      <p role="status">
        {text.count(formats.number(chosen.length))}
        {chosen.length === MOST_SELECTED && ` ${text.most}`}
      </p>
      <May act="exportCertificates">
        <ButtonLink
          size="small"
          icon="download"
          external
          href={links.exportCertificates({ ids, format: 'zip', mode })}
          download
        >
          {text.zip}
        </ButtonLink>
        <ButtonLink
          size="small"
          icon="download"
          external
          href={links.exportCertificates({ ids, format: 'csv', mode })}
          download
        >
          CSV
        </ButtonLink>
      </May>
      <May act="updateCertificate">
        <Button size="small" icon="plus" onClick={() => setOpen('tag')}>
          {text.tag}
        </Button>
      </May>
      <May act="eraseCertificateFile">
        <Button size="small" icon="trash" disabled={stored.length === 0} onClick={() => setOpen('erase')}>
          {text.erase}
        </Button>
      </May>
      <Button size="small" variant="quiet" icon="close" onClick={clear}>
        {text.clear}
      </Button>
      {open === 'tag' && <TagDialog certificates={chosen} onClose={close} onDone={clear} />}
      {open === 'erase' && <EraseDialog certificates={stored} onClose={close} onDone={clear} />}
    </section>
  );
}

type DialogProps = { certificates: readonly Certificate[]; onClose: () => void; onDone: () => void };

/** Adds a tag to all of them, or removes one that some of them have. */
function TagDialog({ certificates, onClose, onDone }: DialogProps) {
  const { selected: text } = useText(TEXT);
  const formats = useFormats();
  const [tag, setTag] = useState('');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const present = [...new Set(certificates.flatMap(({ tags }) => tags))].sort();
  const change = useChange(
    () =>
      doEach(certificates, ({ id, tags }) => {
        const kept = tags.filter((one) => !removed.includes(one));
        return api.updateCertificate(id, { tags: tag.trim() === '' ? kept : [...kept, tag.trim()] });
      }),
    {
      awaits: [['certificates']],
      say: text.tagged,
      onDone: () => {
        onDone();
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={text.tagTitle(formats.number(certificates.length))}
      submit={text.save}
      change={change}
      onClose={onClose}
    >
      <Field
        label={text.newTag}
        optional
        maxLength={40}
        value={tag}
        onChange={(event) => setTag(event.target.value)}
      />
      {present.length > 0 && (
        <fieldset className="tags-present">
          <legend>{text.present}</legend>
          {present.map((one) => (
            <label key={one} className="check">
              <input
                type="checkbox"
                checked={!removed.includes(one)}
                onChange={(event) =>
                  setRemoved(
                    event.target.checked ? removed.filter((other) => other !== one) : [...removed, one],
                  )
                }
              />
              <span>{one}</span>
            </label>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

function EraseDialog({ certificates, onClose, onDone }: DialogProps) {
  const { selected: text } = useText(TEXT);
  const formats = useFormats();
  const count = formats.number(certificates.length);
  const change = useChange(() => doEach(certificates, ({ id }) => api.eraseCertificateFile(id)), {
    awaits: [['certificates']],
    say: text.erased,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title={text.eraseTitle(count)}
      submit={text.eraseSubmit(count)}
      icon="trash"
      danger
      change={change}
      onClose={onClose}
    >
      <p>{text.eraseIntro}</p>
      <Note tone="warn">{text.eraseWarning}</Note>
    </FormDialog>
  );
}
