import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { noteQuery } from '#client/features/notes/notes.queries.ts'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { goneTopicsAtom, topicListAtom } from '#client/features/topics/topics.state.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'

/** The topic whose notes are listed: the address's, the open note's, the one before, or the first; what was deleted is passed over. */
export function useWorkspaceTopic(): number | null {
  const inAddress = useNumberInAddress('topic')
  const noteNo = useNumberInAddress('no')
  const { selectedTopicNo, curPageNo } = useAtomValue(topicListAtom)
  const gone = useAtomValue(goneTopicsAtom)
  // Whoever shows them asks for them.
  const note = useQuery({ ...noteQuery(noteNo ?? 0), enabled: false })
  const topics = useQuery({ ...topicPageQuery(curPageNo), enabled: false })
  const [last, setLast] = useState<number | null>(null)

  const named = inAddress ?? (noteNo === null ? null : (note.data?.subjectNo ?? null))
  if (named !== null && named !== last) setLast(named)
  const others = [last, selectedTopicNo, ...(topics.data?.subjects.map(({ subjectNo }) => subjectNo) ?? [])]
  return named ?? others.find(topicNo => topicNo !== null && !gone.has(topicNo)) ?? null
}
