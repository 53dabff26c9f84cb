import type { ReadablePage } from '#client/features/discussion/discussion.cache.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { type CommentView, quoteOf } from '#protocol/comments.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { sampleComments } from './content/comments.ts'
import { sampleExcerpts } from './content/excerpts.ts'
import { sampleNotes } from './content/notes.ts'
import { sampleMe } from './content/people.ts'
import { sampleRooms } from './content/rooms.ts'
import type { SampleComment, SampleNote, SampleRoom, SampleWriter } from './content/types.ts'
import { type MinuteClock, type MinuteState, timeOf } from './lookaround.minute.ts'
import { MY_PICTURE } from './lookaround.rooms.ts'
import { commentedIn, hasNewComments, type Seen } from './lookaround.unread.ts'

/** The samples in the shapes that the members' screens draw. All of it is pure. */

export const roomOf = (hubNo: number | null) => sampleRooms.find(room => room.hubNo === hubNo)
export const noteOf = (noteNo: number | null) => sampleNotes.find(note => note.noteNo === noteNo)

export function membersOf({ people }: SampleRoom): PersonView[] {
  return [sampleMe, ...people].map(({ userNo, name }) => ({
    userNo,
    userName: name,
    profPic: pictureOf(userNo),
  }))
}

interface Now {
  clock: MinuteClock
  minute: MinuteState
  seen: Seen
}

/** What is shared in a room by now, newest first. */
export function roomPage(room: SampleRoom, now: Now): ReadablePage {
  const { hubNo, noteNos } = room
  const shares = now.minute.shared.filter(share => share.hubNo === hubNo)
  const fromBefore = noteNos.flatMap((noteNo, place) => {
    const note = noteOf(noteNo)
    if (note === undefined) return []
    const sharedAt = note.lastUpdate
    const readerNos = membersOf(room)
      .map(({ userNo }) => userNo)
      .filter(userNo => userNo !== personOf(note.writer).userNo)
    return { ...itemOf(note, hubNo, now), readerNos, seq: noteNos.length - place, sharedAt, isNew: false }
  })
  const arrived = shares.flatMap((share, place) => {
    const note = noteOf(share.noteNo)
    if (note === undefined) return []
    const sharedAt = timeOf(now.clock, share)
    return {
      ...itemOf(note, hubNo, now),
      seq: noteNos.length + place + 1,
      sharedAt,
      isNew: true,
      edited: false,
    }
  })
  const notes = [...arrived.reverse(), ...fromBefore]
  return { notes, pageIndex: pageIndexOf(1, SHARED_NOTES_PER_PAGE, notes.length), arrivals: 0 }
}

function itemOf(
  note: SampleNote,
  hubNo: number,
  now: Now,
): Omit<SharedNoteItem, 'seq' | 'sharedAt' | 'isNew'> {
  const { noteNo } = note
  const thread = { hubNo, noteNo }
  const said = threadOf(hubNo, noteNo, now)
  const last = said.at(-1)
  return {
    ...sheetOf(note),
    noteNo,
    articleTitle: note.title,
    edited: note.edited ?? false,
    noteVersion: 1,
    excerpt: sampleExcerpts[note.document],
    commentCount: said.length,
    empathyNos: now.minute.reacted
      .filter(happening => happening.hubNo === hubNo && happening.noteNo === noteNo)
      .map(({ writer }) => writer.userNo),
    lastComment: last ? { commentNo: last.commentNo, ...quoteOf(last) } : null,
    hasNewComments: hasNewComments(now.minute, now.seen, thread),
    isAuthor: note.writer === 'me',
  }
}

/** What a note's sheet shows besides its text. */
export function sheetOf({ writer, title, topic, lastUpdate }: SampleNote) {
  const { userNo, name } = personOf(writer)
  return {
    title,
    subjectTitle: topic,
    author: name,
    authorNo: userNo,
    profPic: pictureOf(userNo),
    lastUpdate,
  }
}

/** What is said about a note in a room by now, the oldest first. */
export function threadOf(
  hubNo: number,
  noteNo: number,
  { minute, clock }: Omit<Now, 'seen'>,
): Omit<CommentView, 'requestKey'>[] {
  const played = commentedIn(minute, { hubNo, noteNo }).map(happening => ({
    ...happening.comment,
    at: timeOf(clock, happening),
  }))
  const comments = [...commentsBefore(hubNo, noteNo), ...played]
  const people = roomOf(hubNo)?.people ?? []
  return comments.map(({ commentNo, text, writer, at, replyTo }) => {
    const { userNo, name } = personOf(writer)
    const answered = comments.find(comment => comment.commentNo === replyTo)
    const mentioned = people.filter(person => text.includes(`@${person.name}`))
    return {
      ...(answered && { replyTo: { commentNo: answered.commentNo, quote: quoteOfSample(answered) } }),
      mentioned: mentioned.map(person => ({ userNo: person.userNo, userName: person.name })),
      commentNo,
      text,
      writer: name,
      writerNo: userNo,
      profPic: pictureOf(userNo),
      postedAt: at,
      edited: false,
    }
  })
}

function quoteOfSample({ writer, text }: Pick<SampleComment, 'writer' | 'text'>) {
  const { userNo, name } = personOf(writer)
  return quoteOf({ writer: name, writerNo: userNo, text })
}

function commentsBefore(hubNo: number, noteNo: number) {
  return sampleComments.filter(comment => comment.hubNo === hubNo && comment.noteNo === noteNo)
}

function personOf(writer: SampleWriter) {
  return writer === 'me' ? sampleMe : writer
}

/** Only the visitor has a picture; friends get the drawn ones. */
function pictureOf(userNo: number): string {
  return userNo === sampleMe.userNo ? MY_PICTURE : ''
}
