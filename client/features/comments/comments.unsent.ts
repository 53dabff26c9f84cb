import { getDefaultStore } from 'jotai'
import { keptViewStateAtom } from '#client/platform/viewState.ts'
import type { CommentView } from '#protocol/comments.ts'

/** A comment on its way. However often it is sent, its key makes one comment of it. */
export interface Outgoing {
  requestKey: string
  text: string
  /** The newest comment that was shown when it was written; 0 when there was none. */
  after: number
  /** Why it did not arrive, in a sentence; null while it is under way. */
  failure: string | null
}

/** What somebody wrote under a note and the server does not have. */
export interface Unsent {
  /** In the box. */
  text: string
  outgoing: readonly Outgoing[]
}

/**
 * Those that are to be shown behind the thread. The hub hears of a comment before its writer is answered: what stands
 * in the thread by then is not shown a second time.
 */
export function notInThread(
  outgoing: readonly Outgoing[],
  comments: readonly CommentView[],
  myNo: number,
): Outgoing[] {
  return outgoing.filter(({ text, after, failure }) => {
    const hasCome = comments.some(
      comment => comment.writerNo === myNo && comment.commentNo > after && comment.text === text,
    )
    return failure !== null || !hasCome
  })
}

type AllUnsent = Readonly<Record<string, Unsent>>

const store = getDefaultStore()
export const nothingUnsent: Unsent = { text: '', outgoing: [] }

/**
 * By place. It outlives the screen here and the page in session storage; signing out forgets it. Like the sign-in it
 * belongs to one tab, so two tabs do not write over each other.
 */
export const unsentAtom = keptViewStateAtom<AllUnsent>({}, 'unsentComments')

/** Whose, in which hub, under which note. */
export function unsentKey(userNo: number, { hubNo, noteNo }: { hubNo: number; noteNo: number }): string {
  return `${userNo}/${hubNo}/${noteNo}`
}

/** Changes what is unsent at a place; where nothing is left, nothing is kept. */
export function withUnsent(all: AllUnsent, key: string, change: (unsent: Unsent) => Unsent): AllUnsent {
  const { [key]: known = nothingUnsent, ...others } = all
  const unsent = change(known)
  if (unsent === known) return all
  const isEmpty = unsent.text === '' && unsent.outgoing.length === 0
  return isEmpty ? others : { ...others, [key]: unsent }
}

/**
 * What its writer has made of a comment and not saved; empty when there is nothing, or when the comment says just that:
 * the answer that it was saved may have been lost.
 */
export function keptEdit({ writerNo, commentNo, text }: KeptOf): string {
  const kept = store.get(unsentAtom)[editKey(writerNo, commentNo)]?.text ?? ''
  return kept.trim() === text ? '' : kept
}

type KeptOf = Pick<CommentView, 'writerNo' | 'commentNo' | 'text'>

/** Empty: there is nothing to keep any more. */
export function keepEdit(userNo: number, commentNo: number, text: string): void {
  store.set(unsentAtom, all => withUnsent(all, editKey(userNo, commentNo), unsent => ({ ...unsent, text })))
}

function editKey(userNo: number, commentNo: number): string {
  return `${userNo}/comment ${commentNo}`
}
