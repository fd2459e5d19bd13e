import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { CertificateTable } from './certificate-table.tsx';
import './certificates.css';
import { useMay } from '../../may.tsx';
import { UploadList } from '../upload/upload-list.tsx';
import { useCertify, usePageDrop } from '../upload/use-certify.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Filters } from './filters.tsx';
import { byFileAlone, type ListQuery, parseListQuery, toSearch } from './list-query.ts';
import { NothingHere } from './nothing-here.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import { TEXT } from './text.ts';
import { useCertificates } from './use-certificates.ts';

export function CertificatesPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const mayCertify = useMay()('createCertificate');
  const { take, sheet } = useCertify();
  const isOver = usePageDrop(mayCertify ? take : undefined);
  return (
    <Page
      title={text.title}
      intro={mode === 'live' ? text.introLive : text.introTest}
      actions={mayCertify && <CertifyButton onFiles={take} />}
    >
      <UploadList />
      {/* A new list for each mode. */}
      <CertificateList key={mode} onCertify={mayCertify ? take : undefined} />
      {sheet}
      {isOver && <div className="drop-over">{text.dropHere}</div>}
    </Page>
  );
}

function CertifyButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const text = useText(TEXT);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={text.certify}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button variant="primary" icon="plus" onClick={() => picker.current?.click()}>
        {text.certify}
      </Button>
    </>
  );
}

type CertificateListProps = { onCertify: ((files: readonly File[]) => void) | undefined };

function CertificateList({ onCertify }: CertificateListProps) {
  const [mode] = useMode();
  const { query, change, clear } = useListQuery();
  const [sought, setSought] = useState<{ sha256: string; file: File }>();
  const list = useCertificates(mode, query);
  const types = [...new Set(list.data?.certificates.flatMap((row) => row.document_type ?? []))].sort();
  const soughtFile = sought?.sha256 === query.sha256 ? sought.file : undefined;

  return (
    <Card flush>
      <div className="list-tools">
        <SearchBox
          q={query.q}
          onWords={(q) => change({ q })}
          onHash={(sha256, file) => {
            setSought(file && { sha256, file });
            change({ sha256, q: '' });
          }}
        />
        <Filters query={query} types={types} onChange={change} onClear={clear} />
        <div className="list-export">
          <ExportMenu query={query} />
        </div>
        {query.sha256 !== '' && (
          <HashChip sha256={query.sha256} file={soughtFile} onClear={() => change({ sha256: '' })} />
        )}
      </div>
      <Loaded
        found={list}
        lines={8}
        frame="padding"
        isEmpty={({ certificates }) => certificates.length === 0}
        empty={
          <NothingHere
            query={query}
            file={soughtFile}
            onCertify={onCertify}
            total={list.data?.pagination.total ?? 0}
            onClear={clear}
            onFirst={() => change({ offset: 0 })}
            onFileAlone={() => change(byFileAlone(query))}
          />
        }
      >
        {({ certificates, pagination }) => (
          <div aria-busy={list.isPlaceholderData} className="list-rows">
            <CertificateTable certificates={certificates} />
            <Pager pagination={pagination} shown={certificates.length} onChange={change} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function useListQuery() {
  const [params, setParams] = useSearchParams();
  const query = parseListQuery(params);
  const change = (changes: Partial<ListQuery>) => {
    // A changed filter starts again at the first page.
    const next = { ...query, offset: 0, ...changes };
    // Only changes of page go into the browser's history, not every letter of a search.
    setParams(toSearch(next), { replace: !('offset' in changes) });
  };
  const clear = () => setParams(query.limit === 20 ? {} : { limit: String(query.limit) });
  return { query, change, clear };
}

function HashChip({
  sha256,
  file,
  onClear,
}: {
  sha256: string;
  file: File | undefined;
  onClear: () => void;
}) {
  const text = useText(TEXT);
  return (
    <p className="hash-chip">
      <span>
        {text.byHash} {file && <bdi>{file.name} · </bdi>}
        <span className="mono">
          {sha256.slice(0, 12)}…{sha256.slice(-6)}
        </span>
      </span>
      <Button variant="quiet" size="small" icon="close" aria-label={text.clearHash} onClick={onClear} />
    </p>
  );
}
