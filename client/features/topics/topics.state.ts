import { useAtom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { usePageParameter } from '#client/platform/router/navigation.tsx'
import { viewStateAtom } from '#client/session/viewState.ts'

interface TopicListState {
  curPageNo: number
  selectedTopicNo: number | null
  selectedTopicTitle: string
}

/** The page and the topic opened last. The URL is the source; links back to the list use this copy. */
export const topicListAtom = viewStateAtom<TopicListState>({
  curPageNo: 1,
  selectedTopicNo: null,
  selectedTopicTitle: '',
})

export interface TopicPage {
  page: number
  goToPage: (page: number) => void
  isInUrl: boolean
}

/** The page of topics to show: in the URL of the topics screen, otherwise the one opened last. */
export function useTopicPage(isInUrl: boolean): TopicPage {
  const inUrl = usePageParameter()
  const [{ curPageNo }, setTopicList] = useAtom(topicListAtom)

  useEffect(() => {
    if (isInUrl) setTopicList(list => ({ ...list, curPageNo: inUrl.page }))
  }, [isInUrl, inUrl.page, setTopicList])

  if (isInUrl) return { ...inUrl, isInUrl }
  return { page: curPageNo, goToPage: page => setTopicList(list => ({ ...list, curPageNo: page })), isInUrl }
}

/** Topics that this tab knows to be deleted, here or on another device. The workspace does not open them by itself. */
export const deletedTopicsAtom = viewStateAtom<ReadonlySet<number>>(new Set())

/** The input of the new-topic form. It outlives the form, which moves when the window width changes. */
export const newTopicTitleAtom = viewStateAtom('')

/** Whether a query failed because the topic does not exist. Adds the topic to `deletedTopicsAtom`, or removes it once a query succeeds. */
export function useIsTopicDeleted(
  topicNo: number,
  { error, isSuccess }: { error: Error | null; isSuccess: boolean },
): boolean {
  const setDeletedTopics = useSetAtom(deletedTopicsAtom)
  const isDeleted = isNotFound(error)

  useEffect(() => {
    setDeletedTopics(deleted => {
      if (isDeleted && !deleted.has(topicNo)) return new Set([...deleted, topicNo])
      if (isSuccess && deleted.has(topicNo)) return new Set([...deleted].filter(no => no !== topicNo))
      return deleted
    })
  }, [topicNo, isDeleted, isSuccess, setDeletedTopics])

  return isDeleted
}
