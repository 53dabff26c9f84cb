import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type DraftOwner, useOutboxField } from '#client/features/comments/comments.drafts.ts'
import type { ThreadPlace } from '#client/features/comments/comments.queries.ts'
import { useLivePage } from '#client/live/livePage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { requireUser } from '#client/session/session.user.ts'
import { deleteHighlight, type HighlightView, highlightPassage, type Passage } from '#protocol/passages.ts'
import { type Passages, withHighlight, withoutHighlight } from './passages.cache.ts'
import { type AnchoredGroup, anchoredGroups, groupPassages, type PassageGroup } from './passages.groups.ts'
import { passagesKey, passagesPage, patchPassages } from './passages.queries.ts'
import { usePassageState } from './passages.state.ts'

/** Loads the passages of a thread and keeps them current. Memoize `place`. */
export function useLivePassages(place: ThreadPlace) {
  const cache = useQueryClient()
  return useLivePage(useMemo(() => passagesPage(cache, place), [cache, place]))
}

const NONE: readonly never[] = []

/** The passages of a thread: those with highlights and comments, and those of the user's unsent comments. */
export function usePassageGroups(owner: DraftOwner): readonly PassageGroup[] {
  const { data: passages } = useQuery<Passages>({ queryKey: passagesKey(owner.place), enabled: false })
  const draft = useOutboxField(owner, 'passage')
  const outgoing = useOutboxField(owner, 'outgoing')
  return useMemo(() => {
    const unsent = [draft, ...outgoing.map(({ passage }) => passage)].filter(passage => passage !== undefined)
    return groupPassages(passages?.highlights ?? NONE, passages?.comments ?? NONE, unsent)
  }, [passages, draft, outgoing])
}

/** The passages that the text on the screen contains, in reading order. */
export function useAnchoredGroups(groups: readonly PassageGroup[]): readonly AnchoredGroup[] {
  const anchors = useAtomValue(usePassageState().anchors)
  return useMemo(() => anchoredGroups(groups, anchors), [groups, anchors])
}

/** Highlights passages and deletes highlights. The page shows a change before the server confirms it. */
export function useHighlighting(place: ThreadPlace, myNo: number) {
  const cache = useQueryClient()
  const patch = (change: (passages: Passages) => Passages) => patchPassages(cache, place, change)
  const restore = () => void cache.invalidateQueries({ queryKey: passagesKey(place) })

  const deleting = useMutation({
    async mutationFn(highlightNo: number) {
      if (highlightNo < 0) erasedLocalNos.add(highlightNo)
      else await callApi(deleteHighlight, { highlightNo })
    },
    onMutate: highlightNo => patch(passages => withoutHighlight(passages, highlightNo)),
    onError: (_, highlightNo) => {
      patch(({ goneHighlightNos = [], ...passages }) => ({
        ...passages,
        goneHighlightNos: goneHighlightNos.filter(goneNo => goneNo !== highlightNo),
      }))
      restore()
    },
  })
  const adding = useMutation({
    mutationFn: async (passage: Passage) => {
      const highlight = (chosen: Passage) => {
        requireUser(myNo)
        return callApi(highlightPassage, { ...place, passage: chosen })
      }
      try {
        return await highlight(passage)
      } catch (error) {
        const moved = await findInNewText(cache, place.noteNo, passage, error)
        if (moved === null) throw error
        return highlight(moved)
      }
    },
    onMutate(passage) {
      const highlight: HighlightView = { highlightNo: nextLocalNo(), userNo: myNo, passage }
      patch(passages => withHighlight(passages, highlight))
      return highlight.highlightNo
    },
    onSuccess({ highlight }, _, localNo) {
      patch(passages => withHighlight(withoutHighlight(passages, localNo), highlight))
      if (erasedLocalNos.delete(localNo)) deleting.mutate(highlight.highlightNo)
    },
    onError: (_, __, localNo) => localNo && patch(passages => withoutHighlight(passages, localNo)),
  })
  return { adding, deleting }
}

/** After a refusal because the text has changed: the passage in the new text. Null if the call failed for another reason. */
async function findInNewText(cache: QueryClient, noteNo: number, passage: Passage, error: unknown) {
  if (!(error instanceof CallFailed) || error.field !== 'passage') return null
  const { findPassage } = await import('./findPassage.ts')
  return findPassage(cache, noteNo, passage).catch(() => null)
}

/** Numbers below 0 belong to highlights that the server has not confirmed. */
let lastLocalNo = 0
function nextLocalNo(): number {
  lastLocalNo -= 1
  return lastLocalNo
}

/** Highlights that the user erased before the server confirmed them. */
const erasedLocalNos = new Set<number>()
