import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { DeletedAccount } from '#server/features/accounts/deletedAccounts.ts'
import type { DocumentRecord } from '#server/features/documents/documents.record.ts'
import { createWritingRepository } from '#server/features/shares/writing.repository.ts'
import { noteCounts } from '#server/migrations/002-note-counts.ts'
import { commentCounts } from '#server/migrations/004-comment-counts.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import type { Job } from '#server/platform/mongo/jobs.ts'

/** A field that references another collection. */
interface Reference {
  from: string
  field: string
  /** Possible targets of the reference. */
  to: readonly [collection: string, field: string][]
}

const createReference = (from: string, field: string, ...places: [string, string][]): Reference => ({
  from,
  field,
  to: places,
})

const PERSON: [string, string] = ['users', 'userNo']
const HUB: [string, string] = ['hubs', 'hubNo']
const NOTE: [string, string] = ['notes', 'noteNo']
const TRASHED: [string, string] = ['trash', 'noteNo']
const COMMENT: [string, string] = ['comments', 'commentNo']
const SUGGESTION: [string, string] = ['suggestions', 'suggestionNo']

/**
 * References to the owner. If the owner is missing, the account was deleted during the backup, and its data is deleted
 * as well.
 */
export const ownerReferences = [
  createReference('topics', 'ownerNo', PERSON),
  createReference('notes', 'authorNo', PERSON),
  createReference('trash', 'authorNo', PERSON),
  createReference('revisions', 'authorNo', PERSON),
  createReference('documents', 'ownerNo', PERSON),
  createReference('hubs', 'members.userNo', PERSON),
  createReference('noteReads', 'userNo', PERSON),
  createReference('commentReads', 'userNo', PERSON),
  createReference(COLLECTIONS.reactions, 'userNo', PERSON),
  createReference('highlights', 'userNo', PERSON),
  createReference(COLLECTIONS.opinionReactions, 'userNo', PERSON),
  createReference('reports', 'reporterNo', PERSON),
  createReference('reports', 'aboutNo', PERSON),
  createReference(COLLECTIONS.notifications, 'userNo', PERSON),
  createReference('invitations', 'makerNo', PERSON),
  createReference(COLLECTIONS.contacts, 'userNo', PERSON),
  createReference(COLLECTIONS.contacts, 'foundNo', PERSON),
  createReference(COLLECTIONS.blocks, 'userNo', PERSON),
  createReference(COLLECTIONS.blocks, 'blockedNo', PERSON),
  createReference('devices', 'userNo', PERSON),
  createReference('passkeys', 'userNo', PERSON),
  createReference('oidcLinks', 'userNo', PERSON),
  createReference('pictures', 'userNo', PERSON),
  createReference('notePictures', 'ownerNo', PERSON),
]

/** References whose document is deleted if the target is missing, ordered so that nothing is left over. */
export const dependentReferences = [
  createReference('shares', 'hubNo', HUB),
  createReference('invitations', 'hubNo', HUB),
  createReference('comments', 'hubNo', HUB),
  createReference('comments', 'noteNo', NOTE, TRASHED),
  createReference('commentReads', 'hubNo', HUB),
  createReference('commentReads', 'noteNo', NOTE, TRASHED),
  createReference(COLLECTIONS.reactions, 'hubNo', HUB),
  createReference(COLLECTIONS.reactions, 'noteNo', NOTE, TRASHED),
  createReference(COLLECTIONS.reactions, 'commentNo', COMMENT),
  createReference('highlights', 'hubNo', HUB),
  createReference('highlights', 'noteNo', NOTE, TRASHED),
  createReference('documents', 'noteNo', NOTE, TRASHED),
  createReference('noteReads', 'noteNo', NOTE, TRASHED),
  createReference('revisions', 'noteNo', NOTE, TRASHED),
  createReference(COLLECTIONS.notifications, 'hubNo', HUB),
  createReference(COLLECTIONS.notifications, 'noteNo', NOTE, TRASHED),
  createReference(COLLECTIONS.notifications, 'suggestionNo', SUGGESTION),
  createReference(COLLECTIONS.opinionReactions, 'suggestionNo', SUGGESTION),
]

const BATCH_SIZE = 1_000

/** Number of repairs by kind. */
export type RepairCounts = Record<string, number>

/**
 * Repairs references between collections that were read one after the other, and deletes accounts that were deleted
 * since the backup. Repairs of several steps become jobs, which the server runs first at startup. Idempotent.
 */
export async function repair(
  connection: Connection,
  deletedAccounts: readonly DeletedAccount[],
  now: Date,
): Promise<RepairCounts> {
  const repaired: RepairCounts = {}
  const count = (what: string, many: number) => {
    if (many > 0) repaired[what] = (repaired[what] ?? 0) + many
  }
  // The lease has already expired, so the server takes the job at startup.
  const addJob = (job: Job) =>
    connection
      .collection<Job & { _id: string; takenUntil: Date }>(COLLECTIONS.jobs)
      .insertOne({ _id: randomUUID(), ...job, takenUntil: now })

  await repairAccounts()
  await repairTopicsAndNotes()
  for (const reference of dependentReferences) {
    const { from, field } = reference
    for await (const ids of findMissing(connection, reference)) {
      await connection.collection(from).deleteMany({ _id: { $in: ids.map(({ _id }) => _id) } } as object)
      count(`${from}.${field}`, ids.length)
    }
  }
  await repairFormerMembers()
  await repairWriters()
  await repairProfilePictures()
  await recount(connection)
  return repaired

  async function repairAccounts(): Promise<void> {
    const deletions = new Map(deletedAccounts.map(entry => [entry.userNo, entry.deleteContributions]))
    for (const reference of ownerReferences)
      for await (const found of findMissing(connection, reference))
        for (const { value } of found) if (!deletions.has(value)) deletions.set(value, false)
    for (const [userNo, deleteContributions] of deletions) {
      await connection.collection('users').deleteOne({ userNo })
      await connection.collection('passkeys').deleteMany({ userNo })
      await addJob({ kind: 'deleteAccount', entityNo: userNo, userNo, deleteContributions })
    }
    count('users', deletions.size)
  }

  async function repairTopicsAndNotes(): Promise<void> {
    const inTopic = createReference('notes', 'subjectNo', ['topics', 'subjectNo'])
    const topics = new Map<number, number>()
    for await (const found of findMissing(connection, inTopic, 'authorNo'))
      for (const { value, ownerNo } of found) topics.set(value, ownerNo)
    for (const [entityNo, userNo] of topics) await addJob({ kind: 'deleteTopic', entityNo, userNo })
    count('notes.subjectNo', topics.size)
    // The note was deleted, or its deletion was in progress: finish it.
    const notes = new Map<number, number>()
    for await (const found of findMissing(connection, createReference('shares', 'noteNo', NOTE), 'authorNo', {
      live: true,
    }))
      for (const { value, ownerNo } of found) notes.set(value, ownerNo)
    for (const [entityNo, userNo] of notes) await addJob({ kind: 'deleteNote', entityNo, userNo })
    count('shares.noteNo', notes.size)
    // In both collections: a deletion or a restore was in progress. Keep the note.
    const trash = connection.collection('trash')
    for await (const found of findPresent(connection, createReference('trash', 'noteNo', NOTE))) {
      // The restore had not reached the later parts: only with the first part can they be restored.
      const unfinished = await trash.distinct('withHeadNo', {
        withHeadNo: { $in: found },
        noteNo: { $nin: found },
      })
      const { deletedCount } = await trash.deleteMany({ noteNo: { $in: found, $nin: unfinished } })
      count('trash.noteNo', deletedCount)
    }
  }

  /** Authors left a hub between reading their shares and the hub. The jobs withdraw the shares. */
  async function repairFormerMembers(): Promise<void> {
    const left = await connection
      .collection('shares')
      .aggregate<{ _id: { hubNo: number; authorNo: number } }>([
        { $sort: { _id: 1 } },
        { $match: { live: true } },
        { $lookup: { from: 'hubs', as: 'hub', localField: 'hubNo', foreignField: 'hubNo' } },
        { $set: { memberNos: { $ifNull: [{ $first: '$hub.members.userNo' }, []] } } },
        { $match: { $expr: { $not: { $in: ['$authorNo', '$memberNos'] } } } },
        { $group: { _id: { hubNo: '$hubNo', authorNo: '$authorNo' } } },
      ])
      .toArray()
    for (const { _id } of left)
      await addJob({ kind: 'leaveHub', entityNo: _id.hubNo, userNo: _id.authorNo, joinedAt: now })
    count('shares.authorNo', left.length)
  }

  /** Users lost the right to write a note between reading its document and what decides the right. */
  async function repairWriters(): Promise<void> {
    const documents = connection.collection<DocumentRecord>('documents')
    const { findWriters } = createWritingRepository(connection)
    const projection = { noteNo: 1, headNo: 1, writers: 1 }
    for await (const document of documents.find({}, { projection, sort: { _id: 1 } })) {
      const { _id, noteNo = 0, headNo, writers = [] } = document
      const remaining = writers.length > 0 ? await findWriters({ noteNo, headNo }, writers) : new Set()
      const lost = writers.filter(userNo => !remaining.has(userNo))
      if (lost.length === 0) continue
      const pulled = { writers: { $in: lost }, clients: { userNo: { $in: lost } } }
      await documents.updateOne({ _id }, { $pull: pulled })
      count('documents.writers', lost.length)
    }
  }

  /** The profile picture was replaced between reading the user and the pictures. */
  async function repairProfilePictures(): Promise<void> {
    const reference = createReference('users', 'pictureId', ['pictures', 'pictureId'])
    for await (const found of findMissing(connection, reference, 'userNo'))
      for (const { ownerNo } of found) {
        const picture = await connection.collection('pictures').findOne({ userNo: ownerNo })
        const change = picture ? { $set: { pictureId: picture.pictureId } } : { $unset: { pictureId: 1 } }
        await connection.collection('users').updateOne({ userNo: ownerNo }, change)
        count('users.pictureId', 1)
      }
  }
}

interface MissingReference {
  _id: unknown
  value: number
  ownerNo: number
}

/** Yields references without a target in batches, with the referenced value and the document's owner. */
export async function* findMissing(
  connection: Connection,
  reference: Reference,
  owner = '',
  filter: Record<string, unknown> = {},
): AsyncGenerator<MissingReference[]> {
  for await (const references of batches(connection, reference, owner, filter)) {
    const existing = await existingValues(connection, reference, references)
    const found = references.filter(({ value }) => !existing.has(value))
    if (found.length > 0) yield found
  }
}

/** Yields the referenced values that exist. */
async function* findPresent(connection: Connection, reference: Reference): AsyncGenerator<number[]> {
  for await (const references of batches(connection, reference, '', {})) {
    const existing = await existingValues(connection, reference, references)
    if (existing.size > 0) yield [...existing] as number[]
  }
}

async function existingValues(connection: Connection, reference: Reference, references: MissingReference[]) {
  const values = [...new Set(references.map(({ value }) => value))]
  const existing = new Set<unknown>()
  for (const [collection, field] of reference.to) {
    const found = connection
      .collection(collection)
      .find({ [field]: { $in: values } }, { projection: { _id: 0, [field]: 1 } })
    for await (const document of found) existing.add(document[field])
  }
  return existing
}

async function* batches(
  connection: Connection,
  { from, field }: Reference,
  owner: string,
  filter: Record<string, unknown>,
): AsyncGenerator<MissingReference[]> {
  const [list, part] = field.split('.')
  const projection = {
    [field]: 1,
    ...(owner && { [owner]: 1 }),
    ...Object.fromEntries(Object.keys(filter).map(key => [key, 1])),
  }
  let batch: MissingReference[] = []
  for await (const document of connection.collection(from).find({}, { projection, sort: { _id: 1 } })) {
    if (Object.entries(filter).some(([key, wanted]) => document[key] !== wanted)) continue
    const values: unknown[] =
      part === undefined
        ? [document[field]]
        : (document[list ?? ''] ?? []).map((entry: Record<string, unknown>) => entry[part])
    // Numbers start at 1. A reaction to the note itself has 0 as its comment.
    for (const value of values)
      if (value !== undefined && value !== null && value !== 0)
        batch.push({ _id: document._id, value: value as number, ownerNo: document[owner] })
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Recomputes all stored counts. The server counts suggestions at startup. */
async function recount(connection: Connection): Promise<void> {
  await connection.collection('topics').updateMany({}, { $set: { noteCount: 0, unsettled: [] } })
  await noteCounts.run(connection)
  await connection.collection('threads').deleteMany({})
  await commentCounts.run(connection)
  await connection.collection('suggestionCounts').deleteMany({})
  await connection.collection(COLLECTIONS.storageUsage).deleteMany({})
  await connection
    .collection('notePictures')
    .aggregate([
      { $group: { _id: '$ownerNo', bytes: { $sum: '$size' } } },
      { $project: { _id: 0, ownerNo: '$_id', bytes: 1, unsettled: [] } },
      { $merge: { into: COLLECTIONS.storageUsage, on: 'ownerNo' } },
    ])
    .toArray()
}
