import { useEffect, useRef, useState } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { t } from '#client/platform/language/language.ts'
import { type ShareDelay, startShareDelay } from './share.delay.ts'
import { useSetSharing } from './shares.queries.ts'

interface SharingParts {
  noteNo: number
  onSaid: (sentence: string) => void
  onFailed: (error: unknown) => void
}

/**
 * Shares a note with hubs, each time put off for as long as it can be taken back. What waits is kept here, above the
 * rows: a row may move to another page meanwhile. Closing what shows it sends at once.
 */
export function useSharing({ noteNo, onSaid, onFailed }: SharingParts) {
  const { mutateAsync } = useSetSharing(noteNo)
  const delays = useRef(new Map<number, ShareDelay>())
  const [secondsLeft, setSecondsLeft] = useState<ReadonlyMap<number, number>>(new Map())
  const [underWay, setUnderWay] = useState<ReadonlySet<number>>(new Set())

  useEffect(() => {
    const kept = delays.current
    return () => {
      for (const delay of kept.values()) delay.sendNow()
    }
  }, [])
  // To a room that one has left nothing is shared any more.
  useEffect(() => onEvent('hub:removed', ({ hubNo }) => secondsLeft.has(hubNo) && takeBack(hubNo)))

  async function set(hubNo: number, isShared: boolean): Promise<void> {
    setUnderWay(all => new Set(all).add(hubNo))
    try {
      await mutateAsync({ hubNo, isShared })
      onSaid(t(isShared ? 'shares.shared' : 'shares.cancelled'))
    } catch (error) {
      onFailed(error)
    }
    setUnderWay(all => new Set([...all].filter(other => other !== hubNo)))
  }

  function noteLeft(hubNo: number, seconds: number | null) {
    setSecondsLeft(all => {
      const others = [...all].filter(([other]) => other !== hubNo)
      return new Map(seconds === null ? others : [...others, [hubNo, seconds]])
    })
  }

  function takeBack(hubNo: number) {
    delays.current.get(hubNo)?.takeBack()
    onSaid(t('shares.takenBack'))
  }

  return {
    /** Null while nothing waits. */
    secondsLeft: (hubNo: number) => secondsLeft.get(hubNo) ?? null,
    isUnderWay: (hubNo: number) => underWay.has(hubNo),
    begin(hubNo: number) {
      delays.current.get(hubNo)?.takeBack()
      const send = () => set(hubNo, true)
      delays.current.set(hubNo, startShareDelay({ send, onLeft: seconds => noteLeft(hubNo, seconds) }))
      onSaid(t('shares.willShare'))
    },
    sendNow: (hubNo: number) => delays.current.get(hubNo)?.sendNow(),
    takeBack,
    cancel(hubNo: number) {
      // Another tab may have shared it while it waited here.
      delays.current.get(hubNo)?.takeBack()
      void set(hubNo, false)
    },
  }
}
export type Sharing = ReturnType<typeof useSharing>
