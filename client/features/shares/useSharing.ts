import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import { beginSharing, endSharing, sharingsUnderWayAtom } from './shares.sending.ts'
import { openPanel, type PanelVoice } from './shares.voice.ts'
import { shareAtOnce, takeBackShare, waitingSharesAtom } from './shares.waiting.ts'

/** What the open panel of a note can do with each room. What waits goes on when the panel closes, and is then told by a toast. */
export function useSharing(noteNo: number, voice: PanelVoice) {
  const waiting = useAtomValue(waitingSharesAtom)
  const underWay = useAtomValue(sharingsUnderWayAtom)
  const latest = useRef(voice)
  latest.current = voice

  useEffect(
    () =>
      openPanel(noteNo, {
        say: sentence => latest.current.say(sentence),
        fail: error => latest.current.fail(error),
      }),
    [noteNo],
  )

  const isHere = (hubNo: number) => (other: { noteNo: number; hubNo: number }) =>
    other.noteNo === noteNo && other.hubNo === hubNo

  return {
    /** Null while nothing waits. */
    secondsLeft: (hubNo: number) => waiting.find(isHere(hubNo))?.secondsLeft ?? null,
    isUnderWay: (hubNo: number) => underWay.some(isHere(hubNo)),
    begin: (hubNo: number) => beginSharing({ noteNo, hubNo }),
    sendNow: (hubNo: number) => shareAtOnce({ noteNo, hubNo }),
    takeBack(hubNo: number) {
      takeBackShare({ noteNo, hubNo })
      latest.current.say(t('shares.takenBack'))
    },
    cancel: (hubNo: number) => endSharing({ noteNo, hubNo }),
  }
}
export type Sharing = ReturnType<typeof useSharing>
