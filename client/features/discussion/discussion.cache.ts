import type { Applied, PageRules } from '#client/live/versions.ts'
import type { SharedNoteItem, SharedNotePage, SharedNoteView } from '#protocol/discussion.ts'
import type { HubEvent, ServerEventPayload } from '#protocol/events.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'

/** What live events do to a page of shared notes. All of it is pure. */

/**
 * A page as events keep it. The first page may grow beyond its length while a reader is further down: what is new
 * waits, and what they read stays. Of a later page the notes stay, and what is new on the first one is counted.
 */
export interface DiscussionPage extends SharedNotePage {
  /** How many notes others shared since this page, not being the first, was opened. */
  arrivals: number
}

/** What the reading of a page rests on. */
export type ReadablePage = Pick<DiscussionPage, 'notes' | 'pageIndex' | 'arrivals'>

/** How a page of shared notes takes up what happens in its hub. */
export const discussionRules = (myNo: number): PageRules<DiscussionPage, HubEvent> => ({
  note: (page, heard) => withArrivals(page, heard, myNo),
  apply: (page, event, heard) =>
    isToldBefore(event, heard) ? { page, lacks: null } : withEvent(page, event, myNo),
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
      return { page: withChanged(page, event.payload), lacks: null }
    case 'note:pinned':
      return { page: { ...page, pinned: event.payload.pinned }, lacks: null }
    case 'comment:posted':
      return { page: withCommented(page, event.payload, myNo), lacks: null }
    case 'comment:deleted':
      return withCommentGone(page, event.payload)
    case 'comment:changed':
    case 'members:changed':
      return { page, lacks: null }
  }
}

function withShared(
  page: DiscussionPage,
  { note }: ServerEventPayload<'note:shared'>,
  myNo: number,
): DiscussionPage {
  // The answer that brought the page may be newer than its version says.
  if (note.seq <= page.lastSeq) return page
  const isAuthor = note.authorNo === myNo
  const item: SharedNoteItem = { ...note, isAuthor, isNew: !isAuthor, hasNewComments: false }
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

function withChanged(page: DiscussionPage, change: ServerEventPayload<'note:changed'>): DiscussionPage {
  const { noteNo, articleTitle, subjectTitle, lastUpdate, noteVersion } = change
  function withText<Note extends SharedNoteView>(before: Note): Note {
    const note = { ...before, subjectTitle: subjectTitle ?? before.subjectTitle }
    if (note.noteVersion >= noteVersion) return note
    // Also a change from before the share may be told after it.
    const edited = lastUpdate > note.sharedAt
    return { ...note, articleTitle, lastUpdate, noteVersion, edited }
  }
  const pinned = page.pinned?.noteNo === noteNo ? withText(page.pinned) : page.pinned
  return { ...withNote(page, noteNo, withText), pinned }
}

function withCommented(
  page: DiscussionPage,
  { noteNo, count, comment }: ServerEventPayload<'comment:posted'>,
  myNo: number,
): DiscussionPage {
  return withNote(page, noteNo, note => ({
    ...note,
    commentCount: count,
    hasNewComments: note.hasNewComments || comment.writerNo !== myNo,
  }))
}

function withCommentGone(
  page: DiscussionPage,
  { noteNo, count }: ServerEventPayload<'comment:deleted'>,
): Applied<DiscussionPage> {
  const hadNew = page.notes.some(note => note.noteNo === noteNo && note.hasNewComments)
  const counted = withNote(page, noteNo, note => ({
    ...note,
    commentCount: count,
    hasNewComments: note.hasNewComments && count > 0,
  }))
  // Whether what is gone was all that was new, only the server knows.
  return { page: counted, lacks: hadNew && count > 0 ? 'answer' : null }
}

/** The reader has seen what was said under a note. */
export function withThreadRead(page: DiscussionPage, noteNo: number): DiscussionPage {
  return withNote(page, noteNo, note => ({ ...note, hasNewComments: false }))
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

/**
 * What a reader sees who was shown everything up to a `seq`, and what waits until they ask for it. Own shares never wait,
 * nor does what moves to a later page from the one before it.
 */
export function shownAndWaiting(page: ReadablePage, shownUpTo: number) {
  const isFirst = page.pageIndex.curPageNum === 1
  const waiting = isFirst ? page.notes.filter(note => note.seq > shownUpTo && !note.isAuthor) : []
  const shown = page.notes.filter(note => !waiting.includes(note)).slice(0, SHARED_NOTES_PER_PAGE)
  return { shown, waitingCount: waiting.length + page.arrivals }
}

/** The highest `seq` among others' notes; 0 when there are none. */
export function newestOfOthers(notes: readonly SharedNoteItem[]): number {
  return notes.reduce((newest, { seq, isAuthor }) => (isAuthor ? newest : Math.max(newest, seq)), 0)
}
