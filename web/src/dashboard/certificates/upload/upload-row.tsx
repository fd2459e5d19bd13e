import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { ApiError } from '../../own-api.ts';
import { UPLOAD_TEXT } from './text.ts';
import { isOver, isRunning, type Upload, type UploadPhase, type UploadQueue } from './upload-queue.ts';

type RowProps = { upload: Upload; queue: UploadQueue };

const ICONS: Partial<Record<UploadPhase, IconName>> = {
  done: 'check',
  failed: 'error',
  cancelled: 'close',
};

export function UploadRow({ upload, queue }: RowProps) {
  const text = useText(UPLOAD_TEXT);
  const formats = useFormats();
  const { file, phase } = upload;
  return (
    <div className={classNames('upload', `upload-${phase}`)}>
      <span className="upload-sign">
        <Icon name={ICONS[phase] ?? 'document'} size={20} />
      </span>
      <div className="upload-main">
        <p className="upload-name">
          <bdi>{file.name}</bdi> <span className="muted small">{formats.bytes(file.size)}</span>
        </p>
        <UploadState upload={upload} queue={queue} />
      </div>
      <Button
        variant="quiet"
        size="small"
        icon="close"
        aria-label={isOver(upload) ? text.remove(file.name) : text.cancel(file.name)}
        onClick={() => (isOver(upload) ? queue.remove(upload.id) : queue.cancel(upload.id))}
      />
    </div>
  );
}

function UploadState({ upload, queue }: RowProps): ReactNode {
  const text = useText(UPLOAD_TEXT);
  const { id, phase, certificate } = upload;
  if (phase === 'done' && certificate) {
    return (
      <>
        <p className="upload-say">{certificate.livemode ? text.done : text.doneTest}</p>
        <div className="row gap-small">
          <ButtonLink size="small" variant="primary" href={`/certificates/${certificate.id}`}>
            {text.see}
          </ButtonLink>
          <ButtonLink
            size="small"
            icon="external"
            external
            href={certificate.qr_verification_url}
            target="_blank"
            rel="noopener"
          >
            {text.open} <span className="visually-hidden">{text.newTab}</span>
          </ButtonLink>
        </div>
      </>
    );
  }
  if (phase === 'failed') {
    return (
      <>
        <p className="upload-say" role="alert">
          <FailureText error={upload.error} />
        </p>
        {mayHelpToRetry(upload.error) && (
          <div className="row gap-small">
            <Button size="small" icon="refresh" onClick={() => queue.goOn(id)}>
              {text.retry}
            </Button>
          </div>
        )}
      </>
    );
  }
  if (phase === 'cancelled') return <p className="upload-say muted">{text.cancelled}</p>;
  return <UploadProgress upload={upload} />;
}

/** False for a problem with the file itself, which would only occur again. */
function mayHelpToRetry(error: unknown): boolean {
  return !(error instanceof ApiError && [400, 413, 415, 422].includes(error.status));
}

function FailureText({ error }: { error: unknown }) {
  const text = useText(UPLOAD_TEXT);
  return error instanceof ApiError ? error.message : text.unreadable;
}

/** Start and width of each phase on the one bar, so that the bar never runs backwards. */
const SHARES = { uploading: [0, 0.9], paused: [0, 0], stamping: [0.9, 0.1] } as const;

function UploadProgress({ upload }: { upload: Upload }) {
  const text = useText(UPLOAD_TEXT);
  const phase = upload.phase as keyof typeof text.phases;
  const [from, width] = phase === 'waiting' ? [0, 0] : SHARES[phase];
  const percent = phase === 'uploading' ? ` ${Math.round(upload.share * 100)} %` : '';
  return (
    <div className={classNames('upload-progress', isRunning(upload) && 'upload-running')}>
      <ProgressBar label={`${text.phases[phase]}${percent}`} value={from + width * upload.share} />
      <UploadSteps phase={phase} sends={upload.sends} />
    </div>
  );
}

const STEP_PHASES = [
  ['upload', 'uploading'],
  ['stamp', 'stamping'],
] as const;

/** Hidden from screen readers, since the label of the bar says the same. */
function UploadSteps({ phase, sends }: Pick<Upload, 'phase' | 'sends'>) {
  const text = useText(UPLOAD_TEXT);
  const steps = STEP_PHASES.filter(([step]) => sends === 'file' || step !== 'upload');
  const waiting = sends === 'file' ? 'uploading' : 'stamping';
  const at = steps.findIndex(([, name]) => name === (phase === 'paused' ? waiting : phase));
  return (
    <div className="upload-steps" aria-hidden="true">
      {steps.map(([step], index) => (
        <span key={step} className={classNames(index < at && 'is-done', index === at && 'is-now')}>
          {index < at && <Icon name="check" size={13} />}
          {text.steps[step]}
        </span>
      ))}
    </div>
  );
}
