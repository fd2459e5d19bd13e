/**
 * PostgreSQL knows a prepared statement by its name on each connection. If two statements had the same name by mistake,
 * the second would fail; so it gets a name of its own.
 */

/** If one name has more texts than this, its text seems to be built anew for each call and is not worth preparing. */
const MOST_TEXTS = 8;

/** Makes the function that names statements. It returns undefined for a statement that gets no name. */
export function makeStatementNames(): (name: string | undefined, text: string) => string | undefined {
  const known = new Map<string, string[]>();
  return (name, text) => {
    if (name === undefined || name === '') return undefined;
    const texts = known.get(name) ?? [];
    known.set(name, texts);
    const at = texts.indexOf(text);
    if (at > -1) return at === 0 ? name : `${name} ${at}`;
    if (texts.length === MOST_TEXTS) return undefined;
    texts.push(text);
    return texts.length === 1 ? name : `${name} ${texts.length - 1}`;
  };
}
