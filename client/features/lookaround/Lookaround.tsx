import { useEffect } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFoundScreen } from '#client/features/home/NotFoundScreen.tsx'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { whenIdle } from '#client/platform/browser/idle.ts'
import { LookaroundCreateNoteScreen } from './LookaroundCreateNoteScreen.tsx'
import { LookaroundDiscussionScreen } from './LookaroundDiscussionScreen.tsx'
import { LookaroundMyInfoScreen } from './LookaroundMyInfoScreen.tsx'
import { LookaroundNoteScreen, sampleNotePart } from './LookaroundNoteScreen.tsx'
import { useMinuteRunning } from './useMinute.ts'
import './lookaround.css'

/** What visitors may look around in: all of it is in the client, and no server is asked for anything. */
export function Lookaround() {
  useMinuteRunning()

  useEffect(() => {
    // Whoever walks on then waits for nothing; whoever does before that fetches it as they go.
    whenIdle(() => {
      for (const part of [sampleNotePart, markdownPart]) part.load().catch(() => undefined)
    })
  }, [])

  return (
    <Routes>
      <Route path="discussion" element={<LookaroundDiscussionScreen />} />
      <Route path="note" element={<LookaroundNoteScreen />} />
      <Route path="myinfo" element={<LookaroundMyInfoScreen />} />
      <Route path="createnote" element={<LookaroundCreateNoteScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
