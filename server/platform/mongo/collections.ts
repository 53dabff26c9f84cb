/**
 * Stored names of collections that are older than the names in the code. A rename would need all nodes to stop, because
 * nodes of two releases share the database during an update. All other collections are stored under their own names.
 */
export const COLLECTIONS = {
  auditLog: 'deeds',
  blocks: 'personBlocks',
  contacts: 'acquaintances',
  jobs: 'pending',
  notifications: 'news',
  opinionReactions: 'opinionEmpathies',
  reactions: 'empathies',
  storageUsage: 'pictureSpace',
} as const
