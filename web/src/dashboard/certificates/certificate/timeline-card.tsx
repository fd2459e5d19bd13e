import { useFormats } from '../../../i18n/formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { CertificateDetail, TimelineStep } from '../../api.ts';
import { TEXT } from './text.ts';

const ICONS: Record<TimelineStep['step'], IconName> = {
  received: 'upload',
  stamped: 'clock',
  logged: 'book',
  in_block: 'block',
  final: 'shield',
};

export function TimelineCard({ detail }: { detail: CertificateDetail }) {
  const text = useText(TEXT);
  const { timeline, certificate, estimate, chain_trust: trust } = detail;
  const reached = timeline.findLast(({ state }) => state === 'done');
  return (
    <Card title={text.timeline} note={certificate.status !== 'certified' && <Estimate {...estimate} />}>
      <p className="visually-hidden" role="status">
        {reached && `${text.steps[reached.step]}: ${text.states.done}`}
      </p>
      <ol className="timeline">
        {timeline.map((entry, place) => (
          <Step
            key={entry.step}
            entry={entry}
            before={timeline[place - 1]?.at ?? null}
            trust={trust}
            file={certificate.file}
          />
        ))}
      </ol>
    </Card>
  );
}

type StepProps = {
  entry: TimelineStep;
  /** When the previous step was done. */
  before: string | null;
  trust: CertificateDetail['chain_trust'];
  file: CertificateDetail['certificate']['file'];
};

function Step({ entry: { step, state, at, detail }, before, trust, file }: StepProps) {
  const text = useText(TEXT);
  const language = useLanguage();
  const formats = useFormats();
  return (
    <li className={`step step-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="step-sign">
        {state === 'now' ? (
          <span className="spinner" />
        ) : (
          <Icon name={state === 'done' ? 'check' : ICONS[step]} size={16} />
        )}
      </span>
      <div>
        <p className="step-name">
          {text.steps[step]}{' '}
          {state === 'done' && <span className="visually-hidden">({text.states.done})</span>}
        </p>
        <p className="muted small">
          {/* A step is explained only once it is done. */}
          {state !== 'done'
            ? text.states[state]
            : step === 'final'
              ? text.explainFinal[trust ?? 'unknown']
              : step === 'received' && !file.stored && file.erased_at === null
                ? text.fingerprintReceived
                : text.explain[step]}
        </p>
        {(at !== null || detail !== null) && (
          <p className="small step-facts">
            {at !== null && (
              <time dateTime={at} title={at}>
                {formats.exactTime(at)}
              </time>
            )}
            {at !== null && before !== null && <span className="muted"> {formats.elapsed(before, at)}</span>}
            {at !== null && detail !== null && ' · '}
            {detail !== null && <span>{detail[language]}</span>}
          </p>
        )}
      </div>
    </li>
  );
}

function Estimate({ seconds }: CertificateDetail['estimate']) {
  const text = useText(TEXT);
  const formats = useFormats();
  if (seconds === null) return text.takesLonger;
  return seconds < 90
    ? text.soon(formats.number(seconds))
    : text.soonMinutes(formats.number(Math.ceil(seconds / 60)));
}
