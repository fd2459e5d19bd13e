/**
 * The lock that is held while leaves are sequenced. Only one process at a time holds it. If that process dies, another
 * can take over at once.
 */
export const SEQUENCER_LOCK = 7355_0002;
