import type { ReadablePage } from '#client/features/discussion/discussion.cache.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { type CommentView, quoteOf } from '#protocol/comments.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { sampleComments } from './content/comments.ts'
import { sampleExcerpts, sampleNotes } from './content/notes.ts'
import { MY_PICTURE, sampleMe, sampleRooms } from './content/rooms.ts'
import type { SampleComment, SampleNote, SampleRoom, SampleWriter } from './content/types.ts'
import {
  hasNewComments,
  type MinuteClock,
  type MinuteState,
  playedCommentsOf,
  type SeenState,
  timeOf,
} from './lookaround.minute.ts'

/** Converts the samples to the view models of the members' screens. Pure functions. */

export const roomOf = (hubNo: number | null) => sampleRooms.find(room => room.hubNo === hubNo)
export const noteOf = (noteNo: number | null) => sampleNotes.find(note => note.noteNo === noteNo)

export function membersOf({ people }: SampleRoom): PersonView[] {
  return [sampleMe, ...people].map(({ userNo, name }) => ({
    userNo,
    userName: name,
    profPic: pictureOf(userNo),
  }))
}

export interface SampleState {
  clock: MinuteClock
  minute: MinuteState
  seen: SeenState
}

/** The shared notes of a room so far, newest first. */
export function roomPage(room: SampleRoom, state: SampleState): ReadablePage {
  const { hubNo, noteNos } = room
  const shares = state.minute.shared.filter(share => share.hubNo === hubNo)
  const initialNotes = noteNos.flatMap((noteNo, index) => {
    const note = noteOf(noteNo)
    if (note === undefined) return []
    const sharedAt = note.lastUpdate
    const readerNos = membersOf(room)
      .map(({ userNo }) => userNo)
      .filter(userNo => userNo !== personOf(note.writer).userNo)
    return { ...itemOf(note, hubNo, state), readerNos, seq: noteNos.length - index, sharedAt, isNew: false }
  })
  const newNotes = shares.flatMap((share, index) => {
    const note = noteOf(share.noteNo)
    if (note === undefined) return []
    const sharedAt = timeOf(state.clock, share)
    return {
      ...itemOf(note, hubNo, state),
      seq: noteNos.length + index + 1,
      sharedAt,
      isNew: true,
      edited: false,
    }
  })
  const notes = [...newNotes.reverse(), ...initialNotes]
  return { notes, pageIndex: pageIndexOf(1, SHARED_NOTES_PER_PAGE, notes.length), arrivals: 0 }
}

function itemOf(
  note: SampleNote,
  hubNo: number,
  state: SampleState,
): Omit<SharedNoteItem, 'seq' | 'sharedAt' | 'isNew'> {
  const { noteNo } = note
  const comments = threadOf(hubNo, noteNo, state)
  const lastComment = comments.at(-1)
  return {
    ...sheetOf(note),
    noteNo,
    articleTitle: note.title,
    edited: note.edited ?? false,
    noteVersion: 1,
    excerpt: sampleExcerpts[note.document],
    commentCount: comments.length,
    empathyNos: state.minute.reacted
      .filter(event => event.hubNo === hubNo && event.noteNo === noteNo)
      .map(({ writer }) => writer.userNo),
    lastComment: lastComment
      ? { commentNo: lastComment.commentNo, ...quoteOf(lastComment), ...lastPassage(hubNo, noteNo, state) }
      : null,
    hasNewComments: hasNewComments(state.minute, state.seen, { hubNo, noteNo }),
    isAuthor: note.writer === 'me',
  }
}

/** The header of a note. */
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

/** The words that the last comment is about, and how many comments are about them. */
function lastPassage(hubNo: number, noteNo: number, state: SampleState) {
  const comments = commentsOf(hubNo, noteNo, state)
  const exact = comments.at(-1)?.on
  if (exact === undefined) return undefined
  return { passage: { exact, count: comments.filter(({ on }) => on === exact).length } }
}

/** The comments on a note so far, oldest first. */
export function commentsOf(
  hubNo: number,
  noteNo: number,
  { minute, clock }: Omit<SampleState, 'seen'>,
): SampleComment[] {
  const playedComments = playedCommentsOf(minute, { hubNo, noteNo }).map(event => ({
    ...event.comment,
    at: timeOf(clock, event),
  }))
  return [...initialComments(hubNo, noteNo), ...playedComments]
}

/** The thread of a note so far, oldest first. */
export function threadOf(
  hubNo: number,
  noteNo: number,
  state: Omit<SampleState, 'seen'>,
): Omit<CommentView, 'requestKey'>[] {
  const comments = commentsOf(hubNo, noteNo, state)
  const people = roomOf(hubNo)?.people ?? []
  return comments.map(({ commentNo, text, writer, at, replyTo }) => {
    const { userNo, name } = personOf(writer)
    const parent = comments.find(comment => comment.commentNo === replyTo)
    const mentioned = people.filter(person => text.includes(`@${person.name}`))
    return {
      ...(parent && { replyTo: { commentNo: parent.commentNo, quote: quoteOfSample(parent) } }),
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

function initialComments(hubNo: number, noteNo: number) {
  return sampleComments.filter(comment => comment.hubNo === hubNo && comment.noteNo === noteNo)
}

export function personOf(writer: SampleWriter) {
  return writer === 'me' ? sampleMe : writer
}

/** Only the visitor has a picture; friends have generated avatars. */
function pictureOf(userNo: number): string {
  return userNo === sampleMe.userNo ? MY_PICTURE : ''
}
