import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { api, type Program } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { TEXT } from './text.ts';

/** Two versions of the rules side by side. */
export function VersionsCard({ program }: { program: Program }) {
  const text = useText(TEXT);
  const [left, setLeft] = useState(String(program.version - 1));
  const [right, setRight] = useState(String(program.version));
  const [isAll, setAll] = useState(false);
  const versions = Array.from({ length: program.version }, (_, n) => String(n + 1)).reverse();
  const options = versions.map((value) => ({ value, label: text.versionNumber(value) }));
  const [before, after] = [useVersion(program.id, left), useVersion(program.id, right)];
  return (
    <Card title={text.versions} note={text.versionsNote}>
      <div className="stack">
        <div className="versions-choice">
          <Select label={text.versionLeft} value={left} options={options} onChange={setLeft} />
          <Select label={text.versionRight} value={right} options={options} onChange={setRight} />
        </div>
        <Checkbox label={text.showEqual} checked={isAll} onChange={setAll} />
        {before && after ? <Compared before={before} after={after} isAll={isAll} /> : <Skeleton lines={5} />}
      </div>
    </Card>
  );
}

function useVersion(id: string, version: string): Program | undefined {
  const [mode] = useMode();
  return useQuery({
    queryKey: ['program', mode, id, version],
    queryFn: () => api.getProgram(id, { mode, version: Number(version) }),
  }).data?.program;
}

function Compared({ before, after, isAll }: { before: Program; after: Program; isAll: boolean }) {
  const text = useText(TEXT);
  const [old, now] = [linesOf(before), linesOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const rows = names.filter((name) => isAll || old.get(name) !== now.get(name));
  if (rows.length === 0) return <p className="muted">{text.sameVersions}</p>;
  return (
    <div className="versions-scroll">
      <table className="versions">
        <caption className="visually-hidden">{text.versions}</caption>
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            <th scope="col">{text.versionNumber(String(before.version))}</th>
            <th scope="col">{text.versionNumber(String(after.version))}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((name) => {
            const isSame = old.get(name) === now.get(name);
            return (
              <tr key={name} className={isSame ? undefined : 'versions-changed'}>
                <th scope="row" className="mono">
                  {name}
                </th>
                <td>{old.get(name) ?? '—'}</td>
                <td>
                  {now.get(name) ?? '—'}
                  {!isSame && <span className="visually-hidden"> ({text.changed})</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Rules as lines of path and value; list items are identified by their code, so that moving one is not a change. */
function linesOf({ rules, checklist }: Pick<Program, 'rules' | 'checklist'>): Map<string, string> {
  const lines = new Map<string, string>();
  walk({ ...rules, checklist }, '', lines);
  return lines;
}

function walk(value: unknown, path: string, lines: Map<string, string>): void {
  if (Array.isArray(value)) {
    const isCoded = value.every((item) => typeof item === 'object' && item !== null && 'code' in item);
    if (isCoded) for (const { code, ...rest } of value) walk(rest, `${path}.${code}`, lines);
    else lines.set(path, value.join(', ') || '—');
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value))
      walk(inner, path === '' ? name : `${path}.${name}`, lines);
    return;
  }
  lines.set(path, value === null || value === undefined ? '—' : String(value));
}
