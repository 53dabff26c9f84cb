import { COLLECTIONS } from '#server/platform/mongo/collections.ts'

/**
 * The collections of a backup, in reading order while the server runs: referring collections come before those they
 * refer to. So documents created meanwhile never miss their target. Only deletions in between leave gaps, which the
 * repair after a restore handles as the deletion would have. Hubs are read after their shares; otherwise the next share
 * could reuse a sequence number.
 */
export const includedCollections = [
  // Before the data that the jobs change: a running job is simply run again.
  COLLECTIONS.jobs,
  COLLECTIONS.notifications,
  'noteReads',
  'commentReads',
  COLLECTIONS.reactions,
  'highlights',
  COLLECTIONS.opinionReactions,
  'reports',
  COLLECTIONS.auditLog,
  'dailyCounts',
  'invitations',
  'comments',
  'shares',
  'revisions',
  'documents',
  'notes',
  'trash',
  'topics',
  'hubs',
  'suggestions',
  'notices',
  COLLECTIONS.contacts,
  COLLECTIONS.blocks,
  'devices',
  'passkeys',
  'oidcLinks',
  'notePictures',
  'users',
  'pictures',
  'counters',
] as const
export type IncludedCollection = (typeof includedCollections)[number]

/** Notes move between these collections. Documents that arrived meanwhile are read again, in this order. */
export const readAgainAfterCollection: Partial<Record<IncludedCollection, readonly IncludedCollection[]>> = {
  trash: ['notes', 'trash'],
}

/** Recomputed from other collections. */
export const derivedCollections = ['threads', COLLECTIONS.storageUsage, 'suggestionCounts'] as const

/** Short-lived or tied to a device: users sign in again after a restore. Scheduled backups belong to one installation. */
export const excludedCollections = [
  'sessions',
  'duePushes',
  'mailPlans',
  'passkeyChallenges',
  'apiTokens',
  'feeds',
  'oidcTransactions',
  'oidcTickets',
  'backupSchedule',
  'scheduledBackups',
] as const
