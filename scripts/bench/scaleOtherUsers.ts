import type { Connection } from 'mongoose'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { ShareRecord } from '#server/features/shares/shares.repository.ts'
import type { TopicRecord } from '#server/features/topics/topics.repository.ts'
import { hubRecord, insertAll, insertUsers, noteRecord, reserveNumbers } from './scaleDocuments.ts'

/** 10,000 users, each with 10 topics and 10 hubs of two members. */
const PEOPLE = 10_000
const TOPICS_PER_USER = 10
/** Each note is shared in a hub, commented on and read: a million of each. */
const NOTES_PER_TOPIC = 10
const HUBS_PER_BATCH = 1_000

/** Inserts the data of users unrelated to the measured ones. */
export async function insertOtherUsers(mongo: Connection, people = PEOPLE): Promise<void> {
  const rooms = people * TOPICS_PER_USER
  const userNos = await insertUsers(mongo, people)
  const firstTopicNo = await reserveNumbers(mongo, 'topic', rooms)
  const firstHubNo = await reserveNumbers(mongo, 'hub', rooms)
  const firstNoteNo = await reserveNumbers(mongo, 'note', rooms * NOTES_PER_TOPIC)
  const firstCommentNo = await reserveNumbers(mongo, 'comment', rooms * NOTES_PER_TOPIC)
  const now = new Date()

  for (let from = 0; from < rooms; from += HUBS_PER_BATCH) {
    const topics: TopicRecord[] = []
    const hubs: HubRecord[] = []
    const notes: NoteRecord[] = []
    const shares: ShareRecord[] = []
    const comments: CommentRecord[] = []
    const threads: object[] = []
    const noteReads: object[] = []
    for (let at = from; at < from + HUBS_PER_BATCH; at += 1) {
      const person = Math.floor(at / TOPICS_PER_USER)
      // Each hub has another of the following users, so that no two hubs have the same members.
      const makerNo = userNos[person] ?? 0
      const friendNo = userNos[(person + 1 + (at % TOPICS_PER_USER)) % people] ?? 0
      const [subjectNo, hubNo] = [firstTopicNo + at, firstHubNo + at]
      topics.push({
        subjectNo,
        ownerNo: makerNo,
        title: `주제 ${at}`,
        createdAt: now,
        noteCount: NOTES_PER_TOPIC,
      })
      hubs.push(hubRecord(hubNo, [makerNo, friendNo], NOTES_PER_TOPIC, now))
      for (let seq = 1; seq <= NOTES_PER_TOPIC; seq += 1) {
        const place = at * NOTES_PER_TOPIC + seq - 1
        const noteNo = firstNoteNo + place
        notes.push({ ...noteRecord(noteNo, subjectNo, makerNo, now), everShared: true })
        shares.push({ hubNo, seq, noteNo, authorNo: makerNo, sharedAt: now, live: true })
        comments.push({
          commentNo: firstCommentNo + place,
          hubNo,
          noteNo,
          writerNo: friendNo,
          text: '잘 읽었어요.',
          postedAt: now,
          requestKey: `others-${place}`,
        })
        threads.push({ hubNo, noteNo, count: 1, marks: [], changes: 1 })
        noteReads.push({ noteNo, userNo: friendNo })
      }
    }
    await insertAll(mongo, { topics, hubs, notes, shares, comments, threads, noteReads })
  }
}
