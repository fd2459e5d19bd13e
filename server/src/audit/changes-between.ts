/** Both values of each field that differs, for the audit log. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { from: unknown; to: unknown }> {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
  );
}
