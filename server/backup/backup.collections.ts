/**
 * What a backup holds, in the order in which it is read while people go on: what refers is read before what it refers to. So what somebody
 * makes meanwhile never lacks what it stands on; only what is deleted in between is missed, and restoring mends that as the
 * deletion would have. A hub is read after its shares, or the next share could get a number that is given.
 */
export const backedUp = [
  // Before all that it is about: work that goes on now is done once more.
  'pending',
  'news',
  'noteReads',
  'commentReads',
  'empathies',
  'opinionEmpathies',
  'reports',
  'deeds',
  'dailyCounts',
  'invitations',
  'comments',
  'shares',
  'revisions',
  'notes',
  'trash',
  'topics',
  'hubs',
  'suggestions',
  'notices',
  'acquaintances',
  'personBlocks',
  'devices',
  'passkeys',
  'notePictures',
  'users',
  'pictures',
  'counters',
] as const
export type BackedUp = (typeof backedUp)[number]

/** A note goes from one to the other and back: what came to one while the other was read is looked for once more, in this order. */
export const readAgainAfter: Partial<Record<BackedUp, readonly BackedUp[]>> = { trash: ['notes', 'trash'] }

/** Counted anew from the others. */
export const derived = ['threads', 'pictureSpace', 'suggestionCounts'] as const

/** Of this moment and this device: whoever comes to restored data signs in anew. */
export const leftOut = ['sessions', 'duePushes', 'passkeyChallenges'] as const
