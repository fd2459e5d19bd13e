import { memo } from 'react';
import { useRouter } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ApiError } from '../../own-api.ts';
import type { Draft, Sheet, Standing } from './sheet.ts';
import { SHEET_TEXT } from './sheet-text.ts';

type DraftRowProps = { draft: Draft; standing: Standing; sheet: Sheet };

/** One file of the sheet, with its title and what was found out about it. */
export const DraftRow = memo(function DraftRow({ draft, standing, sheet }: DraftRowProps) {
  const text = useText(SHEET_TEXT);
  const formats = useFormats();
  const { id, file, title } = draft;
  const isOut = standing === 'empty' || standing === 'too_large' || standing === 'failed';
  const isDouble = standing === 'known' || standing === 'twin';
  return (
    <div className={classNames('draft', isOut && 'draft-out', isDouble && !draft.again && 'draft-double')}>
      <div className="draft-main">
        <p className="draft-name">
          <bdi>{file.name}</bdi> <span className="muted small">{formats.bytes(file.size)}</span>
        </p>
        {!isOut && (!isDouble || draft.again) && (
          <input
            className="input"
            aria-label={text.titleOf(file.name)}
            placeholder={file.name}
            maxLength={500}
            value={title}
            onChange={(event) => sheet.entitle(id, event.target.value)}
          />
        )}
        <DraftSays draft={draft} standing={standing} sheet={sheet} />
      </div>
      <Button
        variant="quiet"
        size="small"
        icon="close"
        aria-label={text.remove(file.name)}
        onClick={() => sheet.remove(id)}
      />
    </div>
  );
});

function DraftSays({ draft, standing, sheet }: DraftRowProps) {
  const text = useText(SHEET_TEXT);
  const formats = useFormats();
  const { base } = useRouter();
  const { id, known, again, error, share } = draft;
  const choice = (
    <Checkbox label={text.again} checked={again} onChange={(on) => sheet.certifyAgain(id, on)} />
  );
  switch (standing) {
    case 'new':
      return null;
    case 'reading':
      return <progress className="draft-progress" aria-label={text.readingFile} value={share} max={1} />;
    case 'twin':
      return (
        <div className="draft-say">
          <p>{text.twin}</p>
          {choice}
        </div>
      );
    case 'known':
      return (
        <div className="draft-say">
          <p>
            {known && text.known(formats.dateTime(known.created_at))}{' '}
            <a href={`${base}/certificates/${known?.id}`} target="_blank" rel="noopener">
              {text.seeKnown} <span className="visually-hidden">{text.newTab}</span>
            </a>
          </p>
          {choice}
        </div>
      );
    case 'failed':
      return (
        <div className="draft-say draft-bad" role="alert">
          <p>{error instanceof ApiError ? error.message : text.unreadable}</p>
          <Button size="small" icon="refresh" onClick={() => sheet.retry(id)}>
            {text.retry}
          </Button>
        </div>
      );
    default:
      return (
        <p className="draft-say draft-bad" role="alert">
          {standing === 'empty' ? text.empty : text.tooLarge}
        </p>
      );
  }
}
