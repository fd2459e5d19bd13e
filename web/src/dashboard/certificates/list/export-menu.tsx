import { useLocale } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { links } from '../../api.ts';
import { ExportMenu as Exports } from '../../export-menu.tsx';
import { useMode } from '../../mode.tsx';
import { type ListQuery, toApiQuery } from './list-query.ts';
import { TEXT } from './text.ts';

const FORMATS = ['csv', 'ndjson', 'zip'] as const;

/** Exports everything that matches the filters as one file. */
export function ExportMenu({ query }: { query: ListQuery }) {
  const { exports: text } = useText(TEXT);
  const [mode] = useMode();
  const { timeZone } = useLocale();
  // The whole list, not only the current page.
  const {
    limit: _limit,
    offset: _offset,
    metadata: _metadata,
    ids: _ids,
    ...filter
  } = toApiQuery(query, timeZone);
  return (
    <Exports
      act="exportCertificates"
      formats={FORMATS}
      text={text}
      hrefOf={(format) => links.exportCertificates({ ...filter, format, mode })}
    />
  );
}
