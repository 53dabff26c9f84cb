import type { Applied, PageRules } from '#client/live/versions.ts'
import { quoteOf } from '#protocol/comments.ts'
import type { SharedNoteItem, SharedNotePage, SharedNoteView } from '#protocol/discussion.ts'
import type { HubEvent, ServerEventPayload } from '#protocol/events.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { NOTE_ITSELF, type ReactionView } from '#protocol/reactions.ts'

/** What live events do to a page of shared notes. All of it is pure. */

/**
 * A page as events keep it, newest first. The first page grows beyond its length while it is on the screen: what
 * comes is added, and what is read stays. Of a later page the notes stay, and what is new on the first one is counted.
 */
export interface DiscussionPage extends SharedNotePage {
  /** How many notes others shared since this page, not being the first, was opened. */
  arrivals: number
}

/** What the reading of a page rests on. */
export type ReadablePage = Pick<DiscussionPage, 'notes' | 'pageIndex' | 'arrivals'>

/** How a page of shared notes takes up what happens in its hub. */
export const discussionRules = (myNo: number): PageRules<DiscussionPage, HubEvent> => ({
  keep: (page, received) => withArrivals(page, received, myNo),
  apply: (page, event, received) =>
    isToldBefore(event, received) ? { page, lacks: null } : withEvent(page, event, myNo),
})

/** Of two who share a note in the same moment both tell it, each with a version of its own. */
function isToldBefore(event: HubEvent, told: readonly HubEvent[]): boolean {
  if (event.name !== 'note:shared') return false
  const first = told.find(
    ({ name, payload }) => name === 'note:shared' && payload.note.seq === event.payload.note.seq,
  )
  return first !== undefined && first.payload.version < event.payload.version
}

/** Counted by what was heard, not by what is applied: an answer that has a share already does not tell that it is new. */
function withArrivals(page: DiscussionPage, told: readonly HubEvent[], myNo: number): DiscussionPage {
  if (page.pageIndex.curPageNum === 1) return page
  const arrived = new Set<number>()
  for (const { name, payload } of told) {
    if (name === 'note:shared' && payload.note.authorNo !== myNo) arrived.add(payload.note.noteNo)
    if (name === 'note:withdrawn') arrived.delete(payload.noteNo)
  }
  return arrived.size === page.arrivals ? page : { ...page, arrivals: arrived.size }
}

function withEvent(page: DiscussionPage, event: HubEvent, myNo: number): Applied<DiscussionPage> {
  switch (event.name) {
    case 'note:shared':
      return { page: withShared(page, event.payload, myNo), lacks: null }
    case 'note:withdrawn':
      return withWithdrawn(page, event.payload)
    case 'note:changed':
      return withChanged(page, event.payload)
    case 'note:pinned':
      return { page: { ...page, pinned: event.payload.pinned }, lacks: null }
    case 'comment:posted':
      return { page: withCommented(page, event.payload, myNo), lacks: null }
    case 'comment:deleted':
      return withCommentGone(page, event.payload)
    case 'empathy:changed':
      return { page: withReaction(page, event.payload), lacks: null }
    case 'comment:changed':
      return { page: withCommentChanged(page, event.payload), lacks: null }
    case 'readers:changed':
      return { page: withReaders(page, event.payload), lacks: null }
    case 'members:changed':
      // Whoever came may have opened some of the notes before.
      return { page, lacks: 'answer' }
    case 'hub:named':
      break
    default:
      event satisfies never
  }
  return { page, lacks: null }
}

function withShared(
  page: DiscussionPage,
  { note, isNew }: ServerEventPayload<'note:shared'>,
  myNo: number,
): DiscussionPage {
  // The answer that brought the page may be newer than its version says.
  if (note.seq <= page.lastSeq) return page
  const isAuthor = note.authorNo === myNo
  const item: SharedNoteItem = { ...note, isAuthor, isNew: isNew ?? !isAuthor, hasNewComments: false }
  const counted = withTotal(page, page.total + 1)
  if (page.pageIndex.curPageNum > 1) return counted
  const others = page.notes.filter(({ noteNo }) => noteNo !== note.noteNo)
  return { ...counted, notes: [item, ...others].sort((a, b) => b.seq - a.seq) }
}

function withWithdrawn(
  page: DiscussionPage,
  withdrawn: ServerEventPayload<'note:withdrawn'>,
): Applied<DiscussionPage> {
  const notes = page.notes.filter(({ seq }) => seq !== withdrawn.seq)
  const wasHere = notes.length < page.notes.length
  // On another page, or left out by the answer already: only the server knows what the total is.
  const pinned = page.pinned?.seq === withdrawn.seq ? null : page.pinned
  const left = wasHere ? withTotal({ ...page, notes, pinned }, page.total - 1) : { ...page, pinned }
  const isFull = wasHere && notes.length >= SHARED_NOTES_PER_PAGE
  const isWhole = left.pageIndex.curPageNum === 1 && notes.length >= left.total
  return { page: left, lacks: isFull || isWhole ? null : 'answer' }
}

function withChanged(
  page: DiscussionPage,
  change: ServerEventPayload<'note:changed'>,
): Applied<DiscussionPage> {
  const { noteNo, articleTitle, subjectTitle, excerpt, lastUpdate, noteVersion } = change
  function withText<Note extends SharedNoteView>(before: Note): Note {
    const note = { ...before, subjectTitle: subjectTitle ?? before.subjectTitle }
    if (note.noteVersion >= noteVersion) return note
    // Also a change from before the share may be told after it.
    const edited = lastUpdate > note.sharedAt
    return {
      ...note,
      articleTitle,
      ...(excerpt !== undefined && { excerpt }),
      lastUpdate,
      noteVersion,
      edited,
    }
  }
  const pinned = page.pinned?.noteNo === noteNo ? withText(page.pinned) : page.pinned
  return {
    page: { ...withNote(page, noteNo, withText), pinned },
    // Told by a node of the release before: of a new text it does not tell the beginning.
    lacks: excerpt === undefined ? 'answer' : null,
  }
}

function withCommented(
  page: DiscussionPage,
  { noteNo, count, comment }: ServerEventPayload<'comment:posted'>,
  myNo: number,
): DiscussionPage {
  const { commentNo } = comment
  return withNote(page, noteNo, note => ({
    ...note,
    commentCount: count,
    // Of two that are told in the same moment either may come first.
    ...(commentNo > (note.lastComment?.commentNo ?? 0) && {
      lastComment: { commentNo, ...quoteOf(comment) },
    }),
    hasNewComments: note.hasNewComments || comment.writerNo !== myNo,
  }))
}

function withCommentChanged(
  page: DiscussionPage,
  { noteNo, comment }: ServerEventPayload<'comment:changed'>,
): DiscussionPage {
  const { commentNo } = comment
  return withNote(page, noteNo, note =>
    note.lastComment?.commentNo === commentNo
      ? { ...note, lastComment: { commentNo, ...quoteOf(comment) } }
      : note,
  )
}

function withCommentGone(
  page: DiscussionPage,
  { noteNo, commentNo, count, last }: ServerEventPayload<'comment:deleted'>,
): Applied<DiscussionPage> {
  const hadNew = page.notes.some(note => note.noteNo === noteNo && note.hasNewComments)
  const counted = withNote(page, noteNo, note => ({
    ...note,
    commentCount: count,
    ...(last !== undefined && { lastComment: last }),
    hasNewComments: note.hasNewComments && count > 0,
  }))
  // Whether what is gone was all that was new, only the server knows; and what is left, if that was not told.
  const isLastGone = counted.notes.some(({ lastComment }) => lastComment?.commentNo === commentNo)
  return { page: counted, lacks: (hadNew && count > 0) || isLastGone ? 'answer' : null }
}

function withReaction(
  page: DiscussionPage,
  { noteNo, empathy: reaction }: ServerEventPayload<'empathy:changed'>,
): DiscussionPage {
  return reaction.commentNo === NOTE_ITSELF ? withNoteReaction(page, noteNo, reaction) : page
}

/** Who empathizes with a note from now on. */
export function withNoteReaction(
  page: DiscussionPage,
  noteNo: number,
  { userNos: reactionNos }: ReactionView,
): DiscussionPage {
  return withNote(page, noteNo, note => ({
    ...note,
    empathyCount: reactionNos.length,
    empathyNos: reactionNos,
  }))
}

function withReaders(
  page: DiscussionPage,
  { readings }: ServerEventPayload<'readers:changed'>,
): DiscussionPage {
  return readings.reduce(
    (before, { noteNo, readerNos }) => withNote(before, noteNo, note => ({ ...note, readerNos })),
    page,
  )
}

/** The reader has seen what was said under a note. */
export function withThreadRead(page: DiscussionPage, noteNo: number): DiscussionPage {
  return withNote(page, noteNo, note => ({ ...note, hasNewComments: false }))
}

/** Cards as they are by now: what an answer told as new may have been read since, on whichever tab. `readUpTo`: by note. */
export function withoutReadThreads(
  notes: readonly SharedNoteItem[],
  readUpTo: (noteNo: number) => number,
): SharedNoteItem[] {
  return notes.map(note => {
    const isRead = note.lastComment != null && note.lastComment.commentNo <= readUpTo(note.noteNo)
    return isRead && note.hasNewComments ? { ...note, hasNewComments: false } : note
  })
}

/** Whether one's own comment stands last, after what was read up to: a card does not tell what of others is before it. */
export function isReadInDoubt(
  { noteNo, hasNewComments, lastComment }: SharedNoteItem,
  read: { noteNo: number; commentNo: number },
  myNo: number,
): boolean {
  if (noteNo !== read.noteNo || !hasNewComments || lastComment == null) return false
  return lastComment.writerNo === myNo && lastComment.commentNo > read.commentNo
}

function withNote(
  page: DiscussionPage,
  noteNo: number,
  change: (note: SharedNoteItem) => SharedNoteItem,
): DiscussionPage {
  return { ...page, notes: page.notes.map(note => (note.noteNo === noteNo ? change(note) : note)) }
}

/**
 * An answer may be longer than a page: however much is new in it, what a reader of the first page has before them is
 * still among it.
 */
export function pageOfAnswer(answer: SharedNotePage): DiscussionPage {
  return withTotal({ ...answer, arrivals: 0 }, answer.total)
}

function withTotal(page: DiscussionPage, total: number): DiscussionPage {
  return { ...page, total, pageIndex: pageIndexOf(page.pageIndex.curPageNum, SHARED_NOTES_PER_PAGE, total) }
}
