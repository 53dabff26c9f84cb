import type { Connection } from 'mongoose'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import { PUBLIC_PROFILE } from '#server/features/accounts/person.ts'

/** How somebody stands to the viewer. */
export interface Relationship {
  /** Absent when there is no such account. */
  person?: PersonRecord
  /** The viewer found them, not too long ago. */
  isFound?: true
  /** They are in a room with the viewer now. */
  isCompanion?: true
  /** They have blocked the viewer. */
  hasBlocked?: true
  /** The viewer has blocked them. */
  isBlocked?: true
}

/**
 * Reads across collections, in one trip. Each part is read whatever the others hold, and looks for the numbers by an index
 * or goes through the viewer's own rooms: so the answer takes as long for a stranger, for somebody who blocked the viewer
 * and for a number that nobody has.
 */
export function createRelationshipStore(connection: Connection) {
  const contacts = connection.collection('acquaintances')

  return {
    /** By user number; of whom nothing is known is absent. */
    async of(
      viewerNo: number,
      userNos: readonly number[],
      foundAfter: Date,
    ): Promise<Map<number, Relationship>> {
      const asked = [...userNos]
      const facts = await contacts
        .aggregate<Relationship & { userNo: number }>([
          { $match: { userNo: viewerNo, foundNo: { $in: asked }, foundAt: { $gt: foundAfter } } },
          { $project: { _id: 0, userNo: '$foundNo', isFound: TRUE } },
          {
            $unionWith: {
              coll: 'hubs',
              pipeline: [
                { $match: { 'members.userNo': viewerNo } },
                { $project: { companion: { $setIntersection: ['$members.userNo', asked] } } },
                { $unwind: '$companion' },
                { $group: { _id: '$companion' } },
                { $project: { _id: 0, userNo: '$_id', isCompanion: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: 'personBlocks',
              pipeline: [
                { $match: { blockedNo: viewerNo, userNo: { $in: asked } } },
                { $project: { _id: 0, userNo: 1, hasBlocked: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: 'personBlocks',
              pipeline: [
                { $match: { userNo: viewerNo, blockedNo: { $in: asked } } },
                { $project: { _id: 0, userNo: '$blockedNo', isBlocked: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: 'users',
              pipeline: [
                { $match: { userNo: { $in: asked } } },
                { $project: { _id: 0, userNo: 1, person: PUBLIC_PROFILE } },
              ],
            },
          },
        ])
        .toArray()
      const relationships = new Map<number, Relationship>()
      for (const { userNo, ...fact } of facts)
        relationships.set(userNo, { ...relationships.get(userNo), ...fact })
      return relationships
    },
  }
}

const TRUE = { $literal: true }

export type RelationshipStore = ReturnType<typeof createRelationshipStore>
