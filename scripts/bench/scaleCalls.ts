import { randomUUID } from 'node:crypto'
import { getSuggestions } from '#protocol/agora.ts'
import type { Call, InputOf } from '#protocol/call.ts'
import { getComments, postComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getHubs, getUnread } from '#protocol/hubs.ts'
import { getNote, getNotes, postNote, updateNote } from '#protocol/notes.ts'
import { getShareHubs, shareNote } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import type { Owner } from './scaleOwner.ts'

/** A call to measure. */
export interface ScaleCall {
  path: string
  input(owner: Owner): object
  /** The node caches its reads until the hub's version changes. */
  isCached?: true
  /** Undoes the call, so that the next one finds the same data. */
  after?(owner: Owner): Promise<unknown>
}

function scaleCall<C extends Call>(
  { path }: C,
  input: (owner: Owner) => Partial<InputOf<C>>,
  more: Pick<ScaleCall, 'isCached' | 'after'> = {},
): ScaleCall {
  return { path, input, ...more }
}

const CACHED = { isCached: true } as const
const NEW_TITLE = '새 노트'
const text = encodeText('가나다라 '.repeat(40))

export const scaleCalls = {
  topics: scaleCall(getTopics, () => ({})),
  'note list': scaleCall(getNotes, ({ topicNo }) => ({ topicNo })),
  note: scaleCall(getNote, ({ noteNo }) => ({ noteNo })),
  'hub list': scaleCall(getHubs, () => ({}), CACHED),
  discussion: scaleCall(getSharedNotes, ({ hubNo }) => ({ selectedHubNo: hubNo }), CACHED),
  comments: scaleCall(getComments, ({ hubNo, noteNo }) => ({ hubNo, noteNo })),
  unread: scaleCall(getUnread, () => ({}), CACHED),
  "a note's hubs": scaleCall(getShareHubs, ({ noteNo }) => ({ noteNo }), CACHED),
  suggestions: scaleCall(getSuggestions, () => ({})),
  'save a note': scaleCall(updateNote, ({ noteNo }) => ({ noteNo, title: '벤치', text })),
  'new note': scaleCall(postNote, ({ topicNo }) => ({ topicNo, title: NEW_TITLE, text }), {
    after: deleteNewNotes,
  }),
  'share a note': scaleCall(shareNote, ({ hubNo, otherNoteNo }) => ({ hubNo, noteNo: otherNoteNo }), {
    after: unshare,
  }),
  comment: scaleCall(
    postComment,
    ({ hubNo, noteNo }) => ({ hubNo, noteNo, text: '벤치', requestKey: randomUUID() }),
    { after: deleteNewComments },
  ),
} satisfies Record<string, ScaleCall>

export type ScaleCallName = keyof typeof scaleCalls

/** Bumps the hub's version, which invalidates cached reads. */
export async function changeHub({ mongo, hubNo }: Owner): Promise<void> {
  await mongo.collection('hubs').updateOne({ hubNo }, { $inc: { version: 1, revision: 1 } })
}

async function deleteNewNotes({ mongo, topicNo, notes, createdAt }: Owner): Promise<void> {
  await mongo
    .collection('notes')
    .deleteMany({ subjectNo: topicNo, lastUpdate: { $gt: createdAt }, title: NEW_TITLE })
  await mongo.collection('topics').updateOne({ subjectNo: topicNo }, { $set: { noteCount: notes } })
}

/** Deletes the share itself: unsharing would leave a record. */
async function unshare({ mongo, hubNo, seq }: Owner): Promise<void> {
  await mongo.collection('shares').deleteMany({ hubNo, seq: { $gt: seq } })
  await mongo
    .collection('hubs')
    .updateOne({ hubNo }, { $set: { lastSeq: seq }, $inc: { version: 1, revision: 1 } })
}

async function deleteNewComments({ mongo, hubNo, noteNo, commentNo }: Owner): Promise<void> {
  const { deletedCount } = await mongo
    .collection('comments')
    .deleteMany({ hubNo, noteNo, commentNo: { $gt: commentNo } })
  await mongo.collection('threads').updateOne({ hubNo, noteNo }, { $inc: { count: -deletedCount } })
}
