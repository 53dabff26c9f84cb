import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { useEffect, useRef } from 'react'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { takeUnread } from '#client/live/unread.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { getShareHubs, shareNote, unshareNote } from '#protocol/shares.ts'
import { type ShareHubsPage, shareHubsPage, withSharing } from './shares.cache.ts'

export const shareKeys = {
  ofNote: (noteNo: number) => ['shares', noteNo] as const,
  page: (noteNo: number, page: number) => [...shareKeys.ofNote(noteNo), page] as const,
}

export const shareHubsQuery = (noteNo: number, page: number) =>
  queryOptions({
    queryKey: shareKeys.page(noteNo, page),
    queryFn: async ({ signal }) => {
      const answer = await callApi(getShareHubs, { noteNo, curPageNo: page, needSharedList: 1 }, { signal })
      takeUnread(answer.hubs)
      return shareHubsPage(answer)
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

interface Change {
  hubNo: number
  isShared: boolean
}

/** Shares the note with a hub, or cancels that. Either may be repeated without harm. */
export function useSetSharing(noteNo: number) {
  const cache = useQueryClient()
  const isGone = useIsGone()
  return useMutation({
    mutationFn: ({ hubNo, isShared }: Change) =>
      callApi(isShared ? shareNote : unshareNote, { hubNo, noteNo }, { keepalive: true }),
    async onSuccess(_, { hubNo, isShared }) {
      // An answer on its way may be older than this.
      await cache.cancelQueries({ queryKey: shareKeys.ofNote(noteNo) })
      cache.setQueriesData<ShareHubsPage>(
        { queryKey: shareKeys.ofNote(noteNo) },
        page => page && withSharing(page, hubNo, isShared),
      )
      // Lists of notes tell in how many hubs each is shared.
      void cache.invalidateQueries({ queryKey: noteKeys.all, refetchType: 'none' })
    },
    onError(error) {
      // What was sent by closing the panel has no other place for its failure.
      if (isGone.current)
        getDefaultStore().set(showToastAtom, { text: `${t('shares.failed')} ${failureText(error)}` })
    },
  })
}

function useIsGone() {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}
