import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { noteQuery } from '#client/features/notes/notes.queries.ts'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { deletedTopicsAtom, topicListAtom } from '#client/features/topics/topics.state.ts'
import { useNumberParameter } from '#client/platform/router/queryParameters.ts'

/** The topic whose notes the workspace lists: from the URL, of the open note, listed last, or the first. Skips deleted topics. */
export function useWorkspaceTopic(): number | null {
  const topicNoInUrl = useNumberParameter('topic')
  const noteNo = useNumberParameter('no')
  const { selectedTopicNo, curPageNo } = useAtomValue(topicListAtom)
  const deletedTopics = useAtomValue(deletedTopicsAtom)
  // Only read the cache: the components that show the data fetch it.
  const note = useQuery({ ...noteQuery(noteNo ?? 0), enabled: false })
  const topics = useQuery({ ...topicPageQuery(curPageNo), enabled: false })
  const [last, setLast] = useState<number | null>(null)

  const current = topicNoInUrl ?? (noteNo === null ? null : (note.data?.subjectNo ?? null))
  if (current !== null && current !== last) setLast(current)
  const fallbacks = [
    last,
    selectedTopicNo,
    ...(topics.data?.subjects.map(({ subjectNo }) => subjectNo) ?? []),
  ]
  return current ?? fallbacks.find(topicNo => topicNo !== null && !deletedTopics.has(topicNo)) ?? null
}
