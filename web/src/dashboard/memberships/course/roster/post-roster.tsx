/** The options for posting a roster, and how much of the allowance the posting will use. */

import { useState } from 'react';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Note } from '../../../../ui/note.tsx';
import type { Answer } from '../../../api.ts';
import { May, useMay } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { useFourEyes } from '../../four-eyes.tsx';
import { useCertificatesPerDocument } from '../../look/council-look.ts';
import { TEXT } from './text.ts';

export type RosterWishes = { approve: boolean; diplomas: boolean; allOrNothing: boolean };

type PostRosterProps = {
  preview: Answer<'previewRoster'>;
  isPosting: boolean;
  error: Error | null;
  onPost: (wishes: RosterWishes) => void;
};

export function PostRoster({ preview, isPosting, error, onPost }: PostRosterProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const isFourEyes = useFourEyes();
  const may = useMay();
  const [wishes, setWishes] = useState<RosterWishes>({
    approve: !isFourEyes && may('approveAward'),
    diplomas: false,
    allOrNothing: false,
  });
  const { created, rejected } = preview.roster.summary;
  const left = preview.certificates_left;
  const perDocument = useCertificatesPerDocument();
  const isLive = mode === 'live';
  const uses = () => {
    if (!isLive) return text.diplomasTest;
    // If only one certificate is left for the last diploma, the diploma is made without a sealed copy.
    const paid = Math.ceil(left / perDocument);
    if (created <= paid)
      return text.diplomasHint(formats.number(Math.min(created * perDocument, left)), formats.number(left));
    return left === 0
      ? text.diplomasAllWait
      : text.diplomasWait(formats.number(left), formats.number(created - paid));
  };
  return (
    <div className="table-post">
      {error && <Note tone="bad">{error.message}</Note>}
      {created === 0 && <Note tone="warn">{text.nothingToDo}</Note>}
      {created > 0 && rejected > 0 && (
        <Note tone="warn">
          {wishes.allOrNothing ? text.storedNothing : text.rejectedStay(formats.number(rejected))}
        </Note>
      )}
      {!isFourEyes && may('approveAward') && (
        <Checkbox
          label={text.approve}
          hint={text.approveHint}
          checked={wishes.approve}
          onChange={(approve) => setWishes({ ...wishes, approve })}
        />
      )}
      <May act="createDiploma">
        <Checkbox
          label={text.diplomas}
          hint={wishes.approve ? uses() : `${uses()} ${text.diplomasLater}`}
          checked={wishes.diplomas}
          onChange={(diplomas) => setWishes({ ...wishes, diplomas })}
        />
      </May>
      <Checkbox
        label={text.allOrNothing}
        checked={wishes.allOrNothing}
        onChange={(allOrNothing) => setWishes({ ...wishes, allOrNothing })}
      />
      <div className="row">
        <Button
          variant="primary"
          icon="upload"
          busy={isPosting}
          disabled={created === 0}
          onClick={() => onPost(wishes)}
        >
          {text.submit(created, formats.number(created))}
        </Button>
      </div>
    </div>
  );
}
