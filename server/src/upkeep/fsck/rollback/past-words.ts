/** Sentences that several findings about the past end with. */

export const REMEDY = 'Nothing was deleted. Stop all servers and see sello recover.';

export const BEFORE_RESTORE = 'it is of before the operator put this state in its place.';
