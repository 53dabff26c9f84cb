// Inserts documents into the database as the repositories would write them.
import type { Connection } from 'mongoose'
import { emailKeyOf, type UserRecord } from '#server/features/accounts/accounts.repository.ts'
import { nameKeyOf } from '#server/features/accounts/names.rules.ts'
import { activityAt, type HubRecord } from '#server/features/hubs/hubs.record.ts'
import { memberKeyOf } from '#server/features/hubs/hubs.rules.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'

const BATCH_SIZE = 10_000
/** Does not wait for the journal: the benchmark flushes to disk before it measures. */
const UNORDERED = { ordered: false, writeConcern: { w: 1, j: false } } as const
const TEXT = '글마루에 적어 둔 이야기예요. '.repeat(12)

/** Reserves numbers of a counter. Returns the first. */
export async function reserveNumbers(mongo: Connection, name: string, count: number): Promise<number> {
  const counter = await mongo
    .collection<{ _id: string; last: number }>('counters')
    .findOneAndUpdate({ _id: name }, { $inc: { last: count } }, { upsert: true, returnDocument: 'after' })
  return (counter?.last ?? count) - count + 1
}

/** Inserts documents by collection name. */
export async function insertAll(
  mongo: Connection,
  documents: Record<string, readonly object[]>,
): Promise<void> {
  await Promise.all(
    Object.entries(documents).map(async ([collection, all]) => {
      for (let from = 0; from < all.length; from += BATCH_SIZE)
        await mongo.collection(collection).insertMany(all.slice(from, from + BATCH_SIZE), UNORDERED)
    }),
  )
}

/** Inserts users who never sign in. Returns their numbers. */
export async function insertUsers(mongo: Connection, count: number): Promise<number[]> {
  const first = await reserveNumbers(mongo, 'user', count)
  const userNos = Array.from({ length: count }, (_, place) => first + place)
  const users = userNos.map((userNo): UserRecord => {
    const email = `somebody-${userNo}@example.com`
    const username = `누군가 ${userNo}`
    return {
      userNo,
      email,
      emailKey: emailKeyOf(email),
      username,
      nameKey: nameKeyOf(username),
      uniqueNameKey: nameKeyOf(username),
      passwordHash: '',
      privilege: 0,
      createdAt: new Date(),
    }
  })
  await insertAll(mongo, { users })
  return userNos
}

/** A hub with shares of which its members have read all but the last. */
export function hubRecord(hubNo: number, userNos: number[], shares: number, now: Date): HubRecord {
  const memberKey = memberKeyOf(userNos)
  return {
    hubNo,
    makerNo: userNos[0] ?? 0,
    members: userNos.map(userNo => ({ userNo, readSeq: shares - 1, joinedAt: now })),
    memberKey,
    uniqueKey: memberKey,
    version: 1 + 2 * shares,
    revision: 1 + shares,
    lastSeq: shares,
    ...activityAt(now),
  }
}

export function noteRecord(noteNo: number, subjectNo: number, authorNo: number, now: Date): NoteRecord {
  return {
    noteNo,
    subjectNo,
    authorNo,
    title: `노트 ${noteNo}`,
    text: TEXT,
    textLength: TEXT.length,
    version: 1,
    createdAt: now,
    lastUpdate: now,
    sitting: { sessionId: 'somewhere', since: now },
  }
}
