/** Uploads continue while other pages are open; this shows their progress there. */

import { useLocation } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { UPLOAD_TEXT } from './text.ts';
import { isOver, type Upload } from './upload-queue.ts';
import './uploads.css';
import { useUploads } from './use-uploads.ts';

/** These pages show the whole list of uploads. */
const WITH_LIST = ['/', '/certificates'];

export function UploadDock() {
  const text = useText(UPLOAD_TEXT);
  const formats = useFormats();
  const [location] = useLocation();
  // Called even on pages with the list, so that closing the tab during an upload always asks for confirmation first.
  const { uploads, queue } = useUploads();
  if (uploads.length === 0 || WITH_LIST.includes(location)) return null;
  const done = uploads.filter(({ phase }) => phase === 'done').length;
  const failed = uploads.filter(({ phase }) => phase === 'failed').length;
  const isAllOver = uploads.every(isOver);
  const summary = text.summary(formats.number(done), formats.number(uploads.length));
  return (
    <section className="upload-dock" aria-label={text.list}>
      <div className="upload-dock-words" role="status">
        {isAllOver ? (
          <p className="upload-dock-over">
            <Icon name={failed > 0 ? 'error' : 'check'} /> {summary}
          </p>
        ) : (
          <ProgressBar label={summary} value={shareOf(uploads)} />
        )}
        {failed > 0 && <p className="small upload-dock-failed">{text.failed(failed)}</p>}
      </div>
      <ButtonLink size="small" href="/certificates">
        {text.show}
      </ButtonLink>
      {isAllOver && (
        <Button
          size="small"
          variant="quiet"
          icon="close"
          aria-label={text.clear}
          onClick={queue.removeFinished}
        />
      )}
    </section>
  );
}

/** Nearly all of the time is spent on sending the file. */
const SENT_SHARE = 0.9;

function shareOf(uploads: readonly Upload[]): number {
  const shares = uploads.map((upload): number => {
    if (isOver(upload)) return 1;
    if (upload.phase === 'stamping') return SENT_SHARE;
    return upload.phase === 'uploading' ? upload.share * SENT_SHARE : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / uploads.length;
}
