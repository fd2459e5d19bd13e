import { useText } from '../i18n/use-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { links } from './api.ts';
import { AWARDS } from './text.ts';

export function Transcript() {
  const text = useText(AWARDS);
  const formats = [
    ['pdf', text.pdf],
    ['csv', text.csv],
    ['json', text.json],
  ] as const;
  return (
    <Card title={text.transcript} note={text.transcriptHow}>
      <div className="row gap-small">
        {formats.map(([format, words]) => (
          <ButtonLink
            key={format}
            external
            download
            size="small"
            icon="download"
            href={links.getOwnTranscript({ format })}
          >
            {words}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}
