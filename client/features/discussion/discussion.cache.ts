import type { ApplyResult, PageRules } from '#client/live/livePage.ts'
import { lastCommentOf, quoteOf } from '#protocol/comments.ts'
import type { SharedNoteItem, SharedNotePage, SharedNoteView } from '#protocol/discussion.ts'
import type { HubEvent, ServerEventPayload } from '#protocol/events.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { NOTE_ITSELF, type ReactionView } from '#protocol/reactions.ts'

/** Updates of a cached page of shared notes by live events. All functions are pure. */

/**
 * A page of shared notes, newest first. The first page grows while it is shown, and keeps the notes that are
 * being read. A later page keeps its notes and counts new ones of the first page.
 */
export interface DiscussionPage extends SharedNotePage {
  /** Number of notes that others shared since this page, if it is not the first, was opened. */
  arrivals: number
}

export type ReadablePage = Pick<DiscussionPage, 'notes' | 'pageIndex' | 'arrivals'>

export const discussionRules = (myNo: number): PageRules<DiscussionPage, HubEvent> => ({
  trackReceived: (page, received) => withArrivals(page, received, myNo),
  apply: (page, event, received) =>
    isDuplicateShare(event, received) ? { page, missing: null } : withEvent(page, event, myNo),
})

/** Two members who share a note at the same moment cause two events with different versions. */
function isDuplicateShare(event: HubEvent, received: readonly HubEvent[]): boolean {
  if (event.name !== 'note:shared') return false
  const first = received.find(
    ({ name, payload }) => name === 'note:shared' && payload.note.seq === event.payload.note.seq,
  )
  return first !== undefined && first.payload.version < event.payload.version
}

/**
 * Counts received events instead of applied ones: a response that already contains a share does not say that
 * it is new.
 */
function withArrivals(page: DiscussionPage, received: readonly HubEvent[], myNo: number): DiscussionPage {
  if (page.pageIndex.curPageNum === 1) return page
  const arrived = new Set<number>()
  for (const { name, payload } of received) {
    if (name === 'note:shared' && payload.note.authorNo !== myNo) arrived.add(payload.note.noteNo)
    if (name === 'note:withdrawn') arrived.delete(payload.noteNo)
  }
  return arrived.size === page.arrivals ? page : { ...page, arrivals: arrived.size }
}

function withEvent(page: DiscussionPage, event: HubEvent, myNo: number): ApplyResult<DiscussionPage> {
  switch (event.name) {
    case 'note:shared':
      return { page: withShared(page, event.payload, myNo), missing: null }
    case 'note:withdrawn':
      return withWithdrawn(page, event.payload)
    case 'note:changed':
      return withChanged(page, event.payload)
    case 'note:pinned':
      return { page: { ...page, pinned: event.payload.pinned }, missing: null }
    case 'comment:posted':
      return withCommented(page, event.payload, myNo)
    case 'comment:deleted':
      return withCommentDeleted(page, event.payload)
    case 'empathy:changed':
      return { page: withReaction(page, event.payload), missing: null }
    case 'comment:changed':
      return { page: withCommentChanged(page, event.payload), missing: null }
    case 'readers:changed':
      return { page: withReaders(page, event.payload), missing: null }
    case 'members:changed':
      // A new member may have opened some of the notes before.
      return { page, missing: 'refetch' }
    case 'passage:highlighted':
    case 'passage:unhighlighted':
    case 'hub:named':
      break
    default:
      event satisfies never
  }
  return { page, missing: null }
}

function withShared(
  page: DiscussionPage,
  { note, isNew }: ServerEventPayload<'note:shared'>,
  myNo: number,
): DiscussionPage {
  // The response may be newer than its version says.
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
): ApplyResult<DiscussionPage> {
  const notes = page.notes.filter(({ seq }) => seq !== withdrawn.seq)
  const wasHere = notes.length < page.notes.length
  // The note may be on another page or missing in the response already, so only the server knows the total.
  const pinned = page.pinned?.seq === withdrawn.seq ? null : page.pinned
  const left = wasHere ? withTotal({ ...page, notes, pinned }, page.total - 1) : { ...page, pinned }
  const isFull = wasHere && notes.length >= SHARED_NOTES_PER_PAGE
  const isWhole = left.pageIndex.curPageNum === 1 && notes.length >= left.total
  return { page: left, missing: isFull || isWhole ? null : 'refetch' }
}

function withChanged(
  page: DiscussionPage,
  change: ServerEventPayload<'note:changed'>,
): ApplyResult<DiscussionPage> {
  const { noteNo, articleTitle, subjectTitle, excerpt, lastUpdate, noteVersion } = change
  function withText<Note extends SharedNoteView>(before: Note): Note {
    const note = { ...before, subjectTitle: subjectTitle ?? before.subjectTitle }
    if (note.noteVersion >= noteVersion) return note
    // The event of a change before the share may arrive after the share.
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
    // A server node of the previous release does not send the excerpt.
    missing: excerpt === undefined ? 'refetch' : null,
  }
}

function withCommented(
  page: DiscussionPage,
  { noteNo, count, comment, passageCount }: ServerEventPayload<'comment:posted'>,
  myNo: number,
): ApplyResult<DiscussionPage> {
  const { commentNo, passage } = comment
  const commented = withNote(page, noteNo, note => ({
    ...note,
    commentCount: count,
    // Events of two simultaneous comments may arrive in either order.
    ...(commentNo > (note.lastComment?.commentNo ?? 0) && {
      lastComment: lastCommentOf(comment, passageCount),
    }),
    hasNewComments: note.hasNewComments || comment.writerNo !== myNo,
  }))
  // Only the server knows whether an earlier comment counts for the passage of the last one.
  const last = page.notes.find(note => note.noteNo === noteNo)?.lastComment
  const isUncounted = passage !== undefined && last?.passage !== undefined && last.commentNo > commentNo
  return { page: commented, missing: isUncounted ? 'refetch' : null }
}

function withCommentChanged(
  page: DiscussionPage,
  { noteNo, comment }: ServerEventPayload<'comment:changed'>,
): DiscussionPage {
  const { commentNo } = comment
  return withNote(page, noteNo, note =>
    note.lastComment?.commentNo === commentNo
      ? { ...note, lastComment: { ...note.lastComment, ...quoteOf(comment) } }
      : note,
  )
}

function withCommentDeleted(
  page: DiscussionPage,
  { noteNo, commentNo, count, last }: ServerEventPayload<'comment:deleted'>,
): ApplyResult<DiscussionPage> {
  const hadNew = page.notes.some(note => note.noteNo === noteNo && note.hasNewComments)
  const counted = withNote(page, noteNo, note => ({
    ...note,
    commentCount: count,
    ...(last !== undefined && { lastComment: last }),
    hasNewComments: note.hasNewComments && count > 0,
  }))
  // Only the server knows whether another new comment remains, and which is the last one if the event does not say.
  const isLastGone = counted.notes.some(({ lastComment }) => lastComment?.commentNo === commentNo)
  return { page: counted, missing: (hadNew && count > 0) || isLastGone ? 'refetch' : null }
}

function withReaction(
  page: DiscussionPage,
  { noteNo, empathy: reaction }: ServerEventPayload<'empathy:changed'>,
): DiscussionPage {
  return reaction.commentNo === NOTE_ITSELF ? withNoteReaction(page, noteNo, reaction) : page
}

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

export function withThreadRead(page: DiscussionPage, noteNo: number): DiscussionPage {
  return withNote(page, noteNo, note => ({ ...note, hasNewComments: false }))
}

/**
 * Clears `hasNewComments` on cards whose threads were read since, in any tab. `readUpTo` returns the last
 * read comment of a note.
 */
export function withoutReadThreads(
  notes: readonly SharedNoteItem[],
  readUpTo: (noteNo: number) => number,
): SharedNoteItem[] {
  return notes.map(note => {
    const isThreadRead = note.lastComment != null && note.lastComment.commentNo <= readUpTo(note.noteNo)
    return isThreadRead && note.hasNewComments ? { ...note, hasNewComments: false } : note
  })
}

/**
 * Whether the last comment is the user's own and follows the read ones: the card does not tell whether
 * comments of others come before it.
 */
export function isReadUncertain(
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
 * A response may be longer than a page, so that it includes the notes that a reader of the first page has on
 * screen.
 */
export function pageFromResponse(answer: SharedNotePage): DiscussionPage {
  return withTotal({ ...answer, arrivals: 0 }, answer.total)
}

function withTotal(page: DiscussionPage, total: number): DiscussionPage {
  return { ...page, total, pageIndex: pageIndexOf(page.pageIndex.curPageNum, SHARED_NOTES_PER_PAGE, total) }
}
