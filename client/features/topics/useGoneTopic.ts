import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { goneTopicsAtom } from './topics.state.ts'

/** Whether what was asked of a topic failed since there is no such topic: then nothing leads to it any more, until it is there again. */
export function useGoneTopic(
  topicNo: number,
  { error, isSuccess }: { error: Error | null; isSuccess: boolean },
): boolean {
  const setGone = useSetAtom(goneTopicsAtom)
  const isGone = isNotFound(error)

  useEffect(() => {
    setGone(gone => {
      if (isGone && !gone.has(topicNo)) return new Set([...gone, topicNo])
      if (isSuccess && gone.has(topicNo)) return new Set([...gone].filter(no => no !== topicNo))
      return gone
    })
  }, [topicNo, isGone, isSuccess, setGone])

  return isGone
}
