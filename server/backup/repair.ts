import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { DeletedAccount } from '#server/features/accounts/deletedAccounts.ts'
import { countsOfNotes } from '#server/migrations/002-counts-of-notes.ts'
import { countsOfComments } from '#server/migrations/004-counts-of-comments.ts'
import type { Work } from '#server/platform/mongo/unfinished.ts'

/** A field that names something in another collection. */
interface Reference {
  from: string
  field: string
  /** What is named lies in one of these. */
  to: readonly [collection: string, field: string][]
}

const to = (from: string, field: string, ...places: [string, string][]): Reference => ({
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

/** Whose it is. Where somebody is missing they withdrew while the backup was made, and what is left of them goes as it does then. */
export const owners = [
  to('topics', 'ownerNo', PERSON),
  to('notes', 'authorNo', PERSON),
  to('trash', 'authorNo', PERSON),
  to('revisions', 'authorNo', PERSON),
  to('hubs', 'members.userNo', PERSON),
  to('noteReads', 'userNo', PERSON),
  to('commentReads', 'userNo', PERSON),
  to('empathies', 'userNo', PERSON),
  to('opinionEmpathies', 'userNo', PERSON),
  to('reports', 'reporterNo', PERSON),
  to('reports', 'aboutNo', PERSON),
  to('news', 'userNo', PERSON),
  to('invitations', 'makerNo', PERSON),
  to('acquaintances', 'userNo', PERSON),
  to('acquaintances', 'foundNo', PERSON),
  to('personBlocks', 'userNo', PERSON),
  to('personBlocks', 'blockedNo', PERSON),
  to('devices', 'userNo', PERSON),
  to('passkeys', 'userNo', PERSON),
  to('pictures', 'userNo', PERSON),
  to('notePictures', 'ownerNo', PERSON),
]

/** What is nothing without what it names, in an order in which nothing is left of what goes. */
export const hanging = [
  to('shares', 'hubNo', HUB),
  to('invitations', 'hubNo', HUB),
  to('comments', 'hubNo', HUB),
  to('comments', 'noteNo', NOTE, TRASHED),
  to('commentReads', 'hubNo', HUB),
  to('commentReads', 'noteNo', NOTE, TRASHED),
  to('empathies', 'hubNo', HUB),
  to('empathies', 'noteNo', NOTE, TRASHED),
  to('empathies', 'commentNo', COMMENT),
  to('noteReads', 'noteNo', NOTE, TRASHED),
  to('revisions', 'noteNo', NOTE, TRASHED),
  to('news', 'hubNo', HUB),
  to('news', 'noteNo', NOTE, TRASHED),
  to('news', 'suggestionNo', SUGGESTION),
  to('opinionEmpathies', 'suggestionNo', SUGGESTION),
]

/** Documents that are looked at together. */
const BATCH = 1_000

/** What was mended, by what it is, and how often. */
export type Repaired = Record<string, number>

/**
 * Makes what was read one after the other fit together, and takes away what belonged to accounts that were deleted since. What takes
 * more than a step is noted down as unfinished work, which the server does first of all when it starts. Safe to repeat.
 */
export async function repair(
  connection: Connection,
  deletedAccounts: readonly DeletedAccount[],
  now: Date,
): Promise<Repaired> {
  const repaired: Repaired = {}
  const count = (what: string, many: number) => {
    if (many > 0) repaired[what] = (repaired[what] ?? 0) + many
  }
  // As they are until it begins, in a moment; nobody else is on it.
  const noteDown = (work: Work) =>
    connection
      .collection<Work & { _id: string; takenUntil: Date }>('pending')
      .insertOne({ _id: randomUUID(), ...work, takenUntil: now })

  await endAccounts()
  await endTopicsAndNotes()
  for (const reference of hanging) {
    const { from, field } = reference
    for await (const ids of missing(connection, reference)) {
      await connection.collection(from).deleteMany({ _id: { $in: ids.map(({ _id }) => _id) } } as object)
      count(`${from}.${field}`, ids.length)
    }
  }
  await repairProfilePictures()
  await countAgain(connection)
  return repaired

  async function endAccounts(): Promise<void> {
    const gone = new Map(deletedAccounts.map(entry => [entry.userNo, entry.deleteContributions]))
    for (const reference of owners)
      for await (const found of missing(connection, reference))
        for (const { value } of found) if (!gone.has(value)) gone.set(value, false)
    for (const [userNo, deleteContributions] of gone) {
      await connection.collection('users').deleteOne({ userNo })
      await connection.collection('passkeys').deleteMany({ userNo })
      await noteDown({ kind: 'deleteAccount', entityNo: userNo, userNo, deleteContributions })
    }
    count('users', gone.size)
  }

  async function endTopicsAndNotes(): Promise<void> {
    const inTopic = to('notes', 'subjectNo', ['topics', 'subjectNo'])
    const topics = new Map<number, number>()
    for await (const found of missing(connection, inTopic, 'authorNo'))
      for (const { value, ownerNo } of found) topics.set(value, ownerNo)
    for (const [entityNo, userNo] of topics) await noteDown({ kind: 'deleteTopic', entityNo, userNo })
    count('notes.subjectNo', topics.size)
    // Its note was deleted, or its deletion is under way: then it is done to its end.
    const notes = new Map<number, number>()
    for await (const found of missing(connection, to('shares', 'noteNo', NOTE), 'authorNo', { live: true }))
      for (const { value, ownerNo } of found) notes.set(value, ownerNo)
    for (const [entityNo, userNo] of notes) await noteDown({ kind: 'deleteNote', entityNo, userNo })
    count('shares.noteNo', notes.size)
    // Both: it was being deleted, or brought back. It is as before.
    for await (const found of present(connection, to('trash', 'noteNo', NOTE))) {
      await connection.collection('trash').deleteMany({ noteNo: { $in: found } })
      count('trash.noteNo', found.length)
    }
  }

  /** Replaced while the backup was made: the person was read with the one, the picture with the other. */
  async function repairProfilePictures(): Promise<void> {
    const reference = to('users', 'pictureId', ['pictures', 'pictureId'])
    for await (const found of missing(connection, reference, 'userNo'))
      for (const { ownerNo } of found) {
        const picture = await connection.collection('pictures').findOne({ userNo: ownerNo })
        const change = picture ? { $set: { pictureId: picture.pictureId } } : { $unset: { pictureId: 1 } }
        await connection.collection('users').updateOne({ userNo: ownerNo }, change)
        count('users.pictureId', 1)
      }
  }
}

interface Missing {
  _id: unknown
  value: number
  ownerNo: number
}

/** Those whose named thing is nowhere, in batches: with what they name, and whose they are by `owner`. */
export async function* missing(
  connection: Connection,
  reference: Reference,
  owner = '',
  filter: Record<string, unknown> = {},
): AsyncGenerator<Missing[]> {
  for await (const named of batches(connection, reference, owner, filter)) {
    const known = await knownAmong(connection, reference, named)
    const found = named.filter(({ value }) => !known.has(value))
    if (found.length > 0) yield found
  }
}

/** The opposite: what they name, where it is there. */
async function* present(connection: Connection, reference: Reference): AsyncGenerator<number[]> {
  for await (const named of batches(connection, reference, '', {})) {
    const known = await knownAmong(connection, reference, named)
    if (known.size > 0) yield [...known] as number[]
  }
}

async function knownAmong(connection: Connection, reference: Reference, named: Missing[]) {
  const values = [...new Set(named.map(({ value }) => value))]
  const known = new Set<unknown>()
  for (const [collection, field] of reference.to) {
    const found = connection
      .collection(collection)
      .find({ [field]: { $in: values } }, { projection: { _id: 0, [field]: 1 } })
    for await (const document of found) known.add(document[field])
  }
  return known
}

async function* batches(
  connection: Connection,
  { from, field }: Reference,
  owner: string,
  filter: Record<string, unknown>,
): AsyncGenerator<Missing[]> {
  const [list, part] = field.split('.')
  const projection = {
    [field]: 1,
    ...(owner && { [owner]: 1 }),
    ...Object.fromEntries(Object.keys(filter).map(key => [key, 1])),
  }
  let batch: Missing[] = []
  for await (const document of connection.collection(from).find({}, { projection, sort: { _id: 1 } })) {
    if (Object.entries(filter).some(([key, wanted]) => document[key] !== wanted)) continue
    const values: unknown[] =
      part === undefined
        ? [document[field]]
        : (document[list ?? ''] ?? []).map((entry: Record<string, unknown>) => entry[part])
    // Numbers begin with 1; an empathy with a note itself has 0 for its comment.
    for (const value of values)
      if (value !== undefined && value !== null && value !== 0)
        batch.push({ _id: document._id, value: value as number, ownerNo: document[owner] })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** All that is kept of what could be counted. The numbers of suggestions the server counts when it starts. */
async function countAgain(connection: Connection): Promise<void> {
  await connection.collection('topics').updateMany({}, { $set: { noteCount: 0, unsettled: [] } })
  await countsOfNotes.run(connection)
  await connection.collection('threads').deleteMany({})
  await countsOfComments.run(connection)
  await connection.collection('suggestionCounts').deleteMany({})
  await connection.collection('pictureSpace').deleteMany({})
  await connection
    .collection('notePictures')
    .aggregate([
      { $group: { _id: '$ownerNo', bytes: { $sum: '$size' } } },
      { $project: { _id: 0, ownerNo: '$_id', bytes: 1, unsettled: [] } },
      { $merge: { into: 'pictureSpace', on: 'ownerNo' } },
    ])
    .toArray()
}
