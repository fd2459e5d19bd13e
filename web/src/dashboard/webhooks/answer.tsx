import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { CodeBlock } from './code-block.tsx';
import { TEXT } from './text.ts';

type AnswerProps = {
  status: number | null;
  answer: string | null;
  error: string | null;
  durationMs: number;
};

/** What a receiver answered, or why it did not. */
export function Answer({ status, answer, error, durationMs }: AnswerProps) {
  const { answer: text } = useText(TEXT);
  const formats = useFormats();
  return (
    <div className="stack">
      <dl className="webhook-facts">
        <div>
          <dt>{text.status}</dt>
          <dd>{status === null ? text.none : <code>HTTP {status}</code>}</dd>
        </div>
        <div>
          <dt>{text.duration}</dt>
          <dd>{text.milliseconds(formats.number(durationMs))}</dd>
        </div>
        {error && (
          <div>
            <dt>{text.error}</dt>
            <dd lang="en">{error}</dd>
          </div>
        )}
      </dl>
      {answer ? (
        <CodeBlock label={text.body} code={answer} />
      ) : (
        status !== null && <p className="muted small">{text.empty}</p>
      )}
    </div>
  );
}
