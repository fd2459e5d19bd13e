/** The queries that are repeated after a change of people. */

export const PEOPLE = ['people'] as const;
