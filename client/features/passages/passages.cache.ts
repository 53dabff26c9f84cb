import type { ApplyResult, PageRules } from '#client/live/livePage.ts'
import type { CommentView } from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'
import { type HighlightView, PASSAGE_COMMENTS_MAX, type PassagePage } from '#protocol/passages.ts'

/** Updates of the cached passages of a note, by live events and by the user's own actions. All functions are pure. */

/** The highlights of a note in a hub, and the comments on its passages there. */
export interface Passages extends Pick<PassagePage, 'version' | 'highlights' | 'comments'> {
  /** Numbers of deleted highlights and comments, so that a late response does not restore them. */
  goneHighlightNos?: readonly number[]
  goneCommentNos?: readonly number[]
}

export const passageRules = (noteNo: number): PageRules<Passages, HubEvent> => ({
  apply: (passages, event) => withEvent(passages, event, noteNo),
})

function withEvent(passages: Passages, event: HubEvent, noteNo: number): ApplyResult<Passages> {
  switch (event.name) {
    case 'comment:posted':
      if (event.payload.noteNo !== noteNo) break
      return { page: withComment(passages, event.payload.comment), missing: null }
    case 'comment:deleted':
      if (event.payload.noteNo !== noteNo) break
      return {
        page: withoutComment(passages, event.payload.commentNo),
        // An older comment takes the place.
        missing: passages.comments.length >= PASSAGE_COMMENTS_MAX ? 'refetch' : null,
      }
    case 'passage:highlighted':
      if (event.payload.noteNo !== noteNo) break
      return { page: withHighlight(passages, event.payload.highlight), missing: null }
    case 'passage:unhighlighted':
      if (event.payload.noteNo !== noteNo) break
      return { page: withoutHighlight(passages, event.payload.highlightNo), missing: null }
    case 'note:withdrawn':
      return { page: passages, missing: event.payload.noteNo === noteNo ? 'refetch' : null }
    case 'note:shared':
      return { page: passages, missing: event.payload.note.noteNo === noteNo ? 'refetch' : null }
    case 'comment:changed':
    case 'empathy:changed':
    case 'note:changed':
    case 'note:pinned':
    case 'readers:changed':
    case 'hub:named':
    case 'members:changed':
      break
    default:
      event satisfies never
  }
  return { page: passages, missing: null }
}

/** Ignores a comment on the whole note, and one that is known already: response and event report the same comment. */
export function withComment(
  passages: Passages,
  { commentNo, writerNo, passage }: Pick<CommentView, 'commentNo' | 'writerNo' | 'passage'>,
): Passages {
  if (passage === undefined || passages.goneCommentNos?.includes(commentNo)) return passages
  if (passages.comments.some(comment => comment.commentNo === commentNo)) return passages
  const comments = [...passages.comments, { commentNo, writerNo, passage }]
    .sort((a, b) => a.commentNo - b.commentNo)
    .slice(-PASSAGE_COMMENTS_MAX)
  return { ...passages, comments }
}

function withoutComment(passages: Passages, deletedNo: number): Passages {
  const { comments, goneCommentNos = [] } = passages
  if (goneCommentNos.includes(deletedNo)) return passages
  return {
    ...passages,
    comments: comments.filter(({ commentNo }) => commentNo !== deletedNo),
    goneCommentNos: [...goneCommentNos, deletedNo],
  }
}

export function withHighlight(passages: Passages, highlight: HighlightView): Passages {
  const { highlightNo } = highlight
  if (passages.goneHighlightNos?.includes(highlightNo)) return passages
  const others = passages.highlights.filter(other => other.highlightNo !== highlightNo)
  const highlights = [...others, highlight].sort((a, b) => a.highlightNo - b.highlightNo)
  return { ...passages, highlights }
}

export function withoutHighlight(passages: Passages, deletedNo: number): Passages {
  const { highlights, goneHighlightNos = [] } = passages
  if (goneHighlightNos.includes(deletedNo)) return passages
  return {
    ...passages,
    highlights: highlights.filter(({ highlightNo }) => highlightNo !== deletedNo),
    goneHighlightNos: [...goneHighlightNos, deletedNo],
  }
}
