/**
 * The lock that is held while leaves are sequenced: only one process does it at a time, and another can take over at
 * once when that one dies.
 */
export const SEQUENCER_LOCK = 7355_0002;
