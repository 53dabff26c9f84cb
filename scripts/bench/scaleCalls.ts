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

/** A call that somebody makes over and over. */
export interface ScaleCall {
  path: string
  input(owner: Owner): object
  /** The node keeps what it reads for as long as its room counts no change. */
  isKept?: true
  /** Takes back what it made, so that the next one finds the same. */
  after?(owner: Owner): Promise<unknown>
}

function calling<C extends Call>(
  { path }: C,
  input: (owner: Owner) => Partial<InputOf<C>>,
  more: Pick<ScaleCall, 'isKept' | 'after'> = {},
): ScaleCall {
  return { path, input, ...more }
}

const KEPT = { isKept: true } as const
const NEW_TITLE = '새 노트'
const text = encodeText('가나다라 '.repeat(40))

export const scaleCalls = {
  topics: calling(getTopics, () => ({})),
  'note list': calling(getNotes, ({ topicNo }) => ({ topicNo })),
  note: calling(getNote, ({ noteNo }) => ({ noteNo })),
  'hub list': calling(getHubs, () => ({}), KEPT),
  discussion: calling(getSharedNotes, ({ hubNo }) => ({ selectedHubNo: hubNo }), KEPT),
  comments: calling(getComments, ({ hubNo, noteNo }) => ({ hubNo, noteNo })),
  unread: calling(getUnread, () => ({}), KEPT),
  "a note's hubs": calling(getShareHubs, ({ noteNo }) => ({ noteNo }), KEPT),
  suggestions: calling(getSuggestions, () => ({})),
  'save a note': calling(updateNote, ({ noteNo }) => ({ noteNo, title: '벤치', text })),
  'new note': calling(postNote, ({ topicNo }) => ({ topicNo, title: NEW_TITLE, text }), {
    after: takeNoteBack,
  }),
  'share a note': calling(shareNote, ({ hubNo, otherNoteNo }) => ({ hubNo, noteNo: otherNoteNo }), {
    after: unshare,
  }),
  comment: calling(
    postComment,
    ({ hubNo, noteNo }) => ({ hubNo, noteNo, text: '벤치', requestKey: randomUUID() }),
    { after: takeCommentsBack },
  ),
} satisfies Record<string, ScaleCall>

export type ScaleCallName = keyof typeof scaleCalls

/** As if somebody else had read and written in the room: nothing that was read of it before is of use any more. */
export async function changeRoom({ mongo, hubNo }: Owner): Promise<void> {
  await mongo.collection('hubs').updateOne({ hubNo }, { $inc: { version: 1, revision: 1 } })
}

async function takeNoteBack({ mongo, topicNo, notes, settledAt }: Owner): Promise<void> {
  await mongo
    .collection('notes')
    .deleteMany({ subjectNo: topicNo, lastUpdate: { $gt: settledAt }, title: NEW_TITLE })
  await mongo.collection('topics').updateOne({ subjectNo: topicNo }, { $set: { noteCount: notes } })
}

/** Without a trace, where withdrawing it would leave one. */
async function unshare({ mongo, hubNo, seq }: Owner): Promise<void> {
  await mongo.collection('shares').deleteMany({ hubNo, seq: { $gt: seq } })
  await mongo
    .collection('hubs')
    .updateOne({ hubNo }, { $set: { lastSeq: seq }, $inc: { version: 1, revision: 1 } })
}

async function takeCommentsBack({ mongo, hubNo, noteNo, commentNo }: Owner): Promise<void> {
  const { deletedCount } = await mongo
    .collection('comments')
    .deleteMany({ hubNo, noteNo, commentNo: { $gt: commentNo } })
  await mongo.collection('threads').updateOne({ hubNo, noteNo }, { $inc: { count: -deletedCount } })
}
