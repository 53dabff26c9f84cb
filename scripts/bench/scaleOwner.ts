import type { Connection } from 'mongoose'
import { register, signIn } from '#protocol/accounts.ts'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { ShareRecord } from '#server/features/shares/shares.repository.ts'
import type { TopicRecord } from '#server/features/topics/topics.repository.ts'
import { call } from '#tests/support/call.ts'
import { hubRecord, insertAll, insertUsers, noteRecord, reserveNumbers } from './scaleDocuments.ts'

/** The amounts of a user's data. */
export interface Amounts {
  topics: number
  /** In their newest topic. */
  notes: number
  rooms: number
  /** In the first hub. The others have one each. */
  shares: number
  unread: number
  /** On the last shared note of the first hub. */
  comments: number
}

/** Two pages of everything. */
export const FEW: Amounts = { topics: 16, notes: 18, rooms: 19, shares: 18, unread: 3, comments: 60 }

/** A user whose calls are measured. */
export interface Owner {
  url: string
  mongo: Connection
  userNo: number
  token: string
  topicNo: number
  /** The number of notes in the topic. */
  notes: number
  hubNo: number
  /** The user's own note, the last shared one in the hub. */
  noteNo: number
  /** The user's own unshared note. */
  otherNoteNo: number
  /** The last share of the hub. */
  seq: number
  /** The last comment of the thread. */
  commentNo: number
  /** After all of the user's data. */
  createdAt: Date
}

const SECOND_MS = 1_000
const PASSWORD = 'bench-password'

/** Creates a user with these amounts, in a database with indexes. */
export async function createOwner(
  { url, mongo }: Pick<Owner, 'url' | 'mongo'>,
  name: string,
  { topics, notes, rooms, shares, unread, comments }: Amounts,
): Promise<Owner> {
  const email = `${name}@example.com`
  await call(url, register, { email, username: `벤치 ${name}`, password: PASSWORD })
  const { body: me } = await call(url, signIn, { email, password: PASSWORD })
  if (!me.authenticated) throw new Error('the bench cannot sign in')
  const { userNo } = me
  const friendNos = await insertUsers(mongo, rooms)
  const friendNo = friendNos[0] ?? 0
  const now = Date.now()
  const ago = (seconds: number) => new Date(now - seconds * SECOND_MS)

  const firstTopicNo = await reserveNumbers(mongo, 'topic', topics + 1)
  const topicOf = (place: number, ownerNo: number, noteCount: number): TopicRecord => ({
    subjectNo: firstTopicNo + place,
    ownerNo,
    title: `주제 ${place}`,
    createdAt: ago(0),
    noteCount,
  })
  const [friendsTopicNo, topicNo] = [firstTopicNo, firstTopicNo + topics]

  const noteNo = await reserveNumbers(mongo, 'note', notes)
  const firstFriendsNo = await reserveNumbers(mongo, 'note', shares + rooms)
  const range = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place)
  const listed: NoteRecord[] = range(noteNo, notes).map((no, place) =>
    noteRecord(no, topicNo, userNo, ago(place)),
  )
  const friends: NoteRecord[] = range(firstFriendsNo, shares + rooms).map((no, place) => ({
    ...noteRecord(no, friendsTopicNo, friendNo, ago(place)),
    everShared: true,
  }))
  const [first] = listed
  if (first) first.everShared = true

  const hubNo = await reserveNumbers(mongo, 'hub', rooms)
  const hubs: HubRecord[] = friendNos.map((no, place) =>
    hubRecord(hubNo + place, [userNo, no], place === 0 ? shares : 1, ago(place)),
  )
  const membership = hubs[0]?.members[0]
  if (membership) membership.readSeq = Math.max(0, shares - unread)
  const shareOf = (at: Pick<ShareRecord, 'hubNo' | 'seq' | 'noteNo' | 'authorNo'>): ShareRecord => ({
    ...at,
    sharedAt: ago(shares - at.seq),
    live: true,
  })
  const inFirst = range(1, shares).map(seq =>
    seq === shares
      ? shareOf({ hubNo, seq, noteNo, authorNo: userNo })
      : shareOf({ hubNo, seq, noteNo: firstFriendsNo + seq, authorNo: friendNo }),
  )
  const inOthers = range(1, rooms - 1).map(place =>
    shareOf({
      hubNo: hubNo + place,
      seq: 1,
      noteNo: firstFriendsNo + shares + place,
      authorNo: friendNos[place] ?? 0,
    }),
  )

  const commentNos = range(await reserveNumbers(mongo, 'comment', comments), comments)
  const thread = commentNos.map(
    (commentNo, place): CommentRecord => ({
      commentNo,
      hubNo,
      noteNo,
      writerNo: place % 2 === 0 ? userNo : friendNo,
      text: `${place}번째 말이에요. 잘 읽었어요.`,
      postedAt: ago(comments - place),
      requestKey: `${name}-${place}`,
    }),
  )
  await insertAll(mongo, {
    topics: [
      topicOf(0, friendNo, friends.length),
      ...range(1, topics - 1).map(place => topicOf(place, userNo, 0)),
      topicOf(topics, userNo, notes),
    ],
    notes: [...friends, ...listed],
    hubs,
    shares: [...inFirst, ...inOthers],
    comments: thread,
    threads: [{ hubNo, noteNo, count: comments, marks: [], changes: comments }],
    noteReads: friends.slice(0, shares / 2).map(({ noteNo }) => ({ noteNo, userNo })),
    commentReads: [{ userNo, hubNo, noteNo, readCommentNo: commentNos[0] ?? 0 }],
  })
  const numbers = { userNo, topicNo, notes, hubNo, noteNo, otherNoteNo: noteNo + 1, seq: shares }
  const commentNo = commentNos.at(-1) ?? 0
  return { url, mongo, token: me.authToken, ...numbers, commentNo, createdAt: new Date(now) }
}
