import type { Connection } from 'mongoose'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { PUBLIC_PROFILE } from '#server/features/accounts/publicProfile.ts'

/** Relationship of a user to the viewer. */
export interface Relationship {
  /** Absent if there is no such account. */
  person?: PersonRecord
  /** The viewer looked up the user recently. */
  wasLookedUp?: true
  /** The user and the viewer are in a common hub. */
  sharesHub?: true
  /** The user has blocked the viewer. */
  hasBlocked?: true
  /** The viewer has blocked the user. */
  isBlocked?: true
}

/**
 * Reads several collections in one round trip. All parts run regardless of the others' results and use an index or
 * the viewer's own hubs. So the response time is the same for unknown users, for users who have blocked the viewer
 * and for nonexistent numbers.
 */
export function createRelationshipRepository(connection: Connection) {
  const contacts = connection.collection('acquaintances')

  return {
    /** By user number; unknown users are absent. */
    async findByUsers(
      viewerNo: number,
      userNos: readonly number[],
      foundAfter: Date,
    ): Promise<Map<number, Relationship>> {
      const numbers = [...userNos]
      const facts = await contacts
        .aggregate<Relationship & { userNo: number }>([
          { $match: { userNo: viewerNo, foundNo: { $in: numbers }, foundAt: { $gt: foundAfter } } },
          { $project: { _id: 0, userNo: '$foundNo', wasLookedUp: TRUE } },
          {
            $unionWith: {
              coll: 'hubs',
              pipeline: [
                { $match: { 'members.userNo': viewerNo } },
                { $project: { companion: { $setIntersection: ['$members.userNo', numbers] } } },
                { $unwind: '$companion' },
                { $group: { _id: '$companion' } },
                { $project: { _id: 0, userNo: '$_id', sharesHub: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: 'personBlocks',
              pipeline: [
                { $match: { blockedNo: viewerNo, userNo: { $in: numbers } } },
                { $project: { _id: 0, userNo: 1, hasBlocked: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: 'personBlocks',
              pipeline: [
                { $match: { userNo: viewerNo, blockedNo: { $in: numbers } } },
                { $project: { _id: 0, userNo: '$blockedNo', isBlocked: TRUE } },
              ],
            },
          },
          {
            $unionWith: {
              coll: 'users',
              pipeline: [
                { $match: { userNo: { $in: numbers } } },
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

export type RelationshipRepository = ReturnType<typeof createRelationshipRepository>
