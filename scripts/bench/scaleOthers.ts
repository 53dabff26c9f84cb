import type { Connection } from 'mongoose'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { ShareRecord } from '#server/features/shares/shares.repository.ts'
import type { TopicRecord } from '#server/features/topics/topics.repository.ts'
import { insertAll, makePeople, noteOf, roomOf, takeNumbers } from './scaleStored.ts'

/** 10,000 people, who have 10 topics and have made 10 rooms of two each. */
const PEOPLE = 10_000
const EACH = 10
/** In each topic so many notes, each shared in a room, commented and read there: a million of each. */
const NOTES_EACH = 10
const ROOMS_A_BATCH = 1_000

/** Everything that people had before who have nothing to do with those who are measured. */
export async function fillWithOthers(mongo: Connection, people = PEOPLE): Promise<void> {
  const rooms = people * EACH
  const userNos = await makePeople(mongo, people)
  const firstTopicNo = await takeNumbers(mongo, 'topic', rooms)
  const firstHubNo = await takeNumbers(mongo, 'hub', rooms)
  const firstNoteNo = await takeNumbers(mongo, 'note', rooms * NOTES_EACH)
  const firstCommentNo = await takeNumbers(mongo, 'comment', rooms * NOTES_EACH)
  const now = new Date()

  for (let from = 0; from < rooms; from += ROOMS_A_BATCH) {
    const topics: TopicRecord[] = []
    const hubs: HubRecord[] = []
    const notes: NoteRecord[] = []
    const shares: ShareRecord[] = []
    const comments: CommentRecord[] = []
    const threads: object[] = []
    const noteReads: object[] = []
    for (let at = from; at < from + ROOMS_A_BATCH; at += 1) {
      const person = Math.floor(at / EACH)
      // Each room with another one of those who follow, so that no two rooms have the same members.
      const makerNo = userNos[person] ?? 0
      const friendNo = userNos[(person + 1 + (at % EACH)) % people] ?? 0
      const [subjectNo, hubNo] = [firstTopicNo + at, firstHubNo + at]
      topics.push({ subjectNo, ownerNo: makerNo, title: `주제 ${at}`, createdAt: now, noteCount: NOTES_EACH })
      hubs.push(roomOf(hubNo, [makerNo, friendNo], NOTES_EACH, now))
      for (let seq = 1; seq <= NOTES_EACH; seq += 1) {
        const place = at * NOTES_EACH + seq - 1
        const noteNo = firstNoteNo + place
        notes.push({ ...noteOf(noteNo, subjectNo, makerNo, now), everShared: true })
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
